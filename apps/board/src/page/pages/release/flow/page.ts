import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { statusTone } from '../../../components/status.tsx';
import { pageSize } from '../../../components/table.tsx';
import { lastSegment } from '../../../navigation/ids.ts';

type Plan = Pick<ReleaseResponse, 'phases'>;

interface FlowTask {
  readonly task: TaskResponse;
  /** ids of the groups that it is in, the outermost first */
  readonly groupIds: readonly string[];
}

/** All tasks of a plan in its order, groups before what is in them. */
export function flattenTasks({ phases }: Plan): readonly FlowTask[] {
  const visit = (tasks: readonly TaskResponse[], groupIds: readonly string[]): readonly FlowTask[] =>
    tasks.flatMap((task) => [{ task, groupIds }, ...visit(task.tasks ?? [], [...groupIds, task.id])]);
  return phases.flatMap(({ tasks }) => visit(tasks, []));
}

/** How many tasks these are, with those in groups. */
export const countTasks = (tasks: readonly TaskResponse[]): number =>
  tasks.reduce((count, { tasks: nested = [] }) => count + 1 + countTasks(nested), 0);

/** A page of the tasks of a plan, in order. */
export interface FlowPage {
  /** how many tasks come before them */
  readonly from: number;
  readonly count: number;
  /** how many there are in the plan */
  readonly total: number;
  /** ids of the groups around the first of them, which begin before it */
  readonly groupIds: readonly string[];
  readonly ids: readonly string[];
}

/** The page after a number of tasks; the first one if there are no more. */
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

const tones: ReadonlySet<string> = new Set(['runs', 'waits', 'failed']);
const isActive = ({ status }: TaskResponse): boolean => tones.has(statusTone(status));

/** Where a page begins that has the task of this id or, where there is none, the first one that runs, waits or failed. */
export function initialOffset(flowTasks: readonly FlowTask[], id: string | null): number {
  const namedIndex = flowTasks.findIndex(({ task }) => lastSegment(task.id) === id);
  // a group runs for as long as something in it does
  const firstActive = flowTasks.findIndex(({ task }) => isActive(task) && !(task.tasks ?? []).some(isActive));
  const position = Math.max(0, namedIndex < 0 ? firstActive : namedIndex);
  return position - (position % pageSize);
}
