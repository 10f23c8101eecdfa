import type { PhaseResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { statusTone } from '../../../components/marks/status.tsx';
import { pageSize } from '../../../components/table.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { leafTasks } from '../head/progress.ts';

type Plan = Pick<ReleaseResponse, 'phases'>;

interface FlowTask {
  readonly task: TaskResponse;
  /** The ids of the groups around the task, the outermost first. */
  readonly groupIds: readonly string[];
}

/** Returns all tasks of a plan in order. A group precedes its tasks. */
export function flattenTasks({ phases }: Plan): readonly FlowTask[] {
  const visit = (tasks: readonly TaskResponse[], groupIds: readonly string[]): readonly FlowTask[] =>
    tasks.flatMap((task) => [{ task, groupIds }, ...visit(task.tasks ?? [], [...groupIds, task.id])]);
  return phases.flatMap(({ tasks }) => visit(tasks, []));
}

/** Returns the number of cards of tasks: tasks and groups, including nested ones. */
export const countCards = (tasks: readonly TaskResponse[]): number =>
  tasks.reduce((count, { tasks: nested = [] }) => count + 1 + countCards(nested), 0);

/** A page of the cards of a plan, in order. A card is a task or a group. */
export interface FlowPage {
  /** The number of cards before the page. */
  readonly from: number;
  readonly count: number;
  /** The number of cards of the plan. */
  readonly total: number;
  /** The ids of the groups around the first task of the page, which begin on an earlier page. */
  readonly groupIds: readonly string[];
  readonly ids: readonly string[];
}

/** Returns the page after a number of cards; the first page if there are no more cards. */
export function pageOf(flowTasks: readonly FlowTask[], requestedOffset: number): FlowPage {
  const from = requestedOffset < flowTasks.length ? requestedOffset : 0;
  const pageTasks = flowTasks.slice(from, from + pageSize);
  return {
    from,
    count: pageTasks.length,
    total: flowTasks.length,
    groupIds: pageTasks[0]?.groupIds ?? [],
    ids: pageTasks.map(({ task }) => task.id),
  };
}

/** Returns the range of the tasks on a page among all tasks of phases. Groups with tasks are not counted. */
export function tasksOnPage(
  phases: readonly Pick<PhaseResponse, 'tasks'>[],
  { ids }: Pick<FlowPage, 'ids'>,
): Pick<FlowPage, 'from' | 'count' | 'total'> {
  const tasks = leafTasks(phases.flatMap((phase) => phase.tasks));
  const shownIds = new Set(ids);
  const from = Math.max(
    0,
    tasks.findIndex(({ id }) => shownIds.has(id)),
  );
  return { from, count: tasks.filter(({ id }) => shownIds.has(id)).length, total: tasks.length };
}

const tones: ReadonlySet<string> = new Set(['runs', 'waits', 'failed']);
const isActive = ({ status }: TaskResponse): boolean => tones.has(statusTone(status));

/** Returns the offset of the page with a task. If the id is unknown, selects the first active task. */
export function initialOffset(flowTasks: readonly FlowTask[], id: string | null): number {
  const namedIndex = flowTasks.findIndex(({ task }) => lastSegment(task.id) === id);
  // A group is active while one of its tasks is active, so the innermost task is selected.
  const firstActive = flowTasks.findIndex(({ task }) => isActive(task) && !(task.tasks ?? []).some(isActive));
  const position = Math.max(0, namedIndex < 0 ? firstActive : namedIndex);
  return position - (position % pageSize);
}
