import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';

/** A task of a release by the last segment of its id, in groups too; undefined: there is none. */
export function findTask({ phases }: Pick<ReleaseResponse, 'phases'>, id: string): TaskResponse | undefined {
  const search = (tasks: readonly TaskResponse[]): TaskResponse | undefined => {
    for (const task of tasks) {
      const match = lastSegment(task.id) === id ? task : search(task.tasks ?? []);
      if (match !== undefined) return match;
    }
    return undefined;
  };
  return search(phases.flatMap(({ tasks }) => tasks));
}

const isInGroup = (task: TaskResponse, group: TaskResponse): boolean =>
  (group.tasks ?? []).some((item) => item.id === task.id || isInGroup(task, item));

/** The release with this task in the place of the one of that id; all else stays the same value. */
export function withTask(release: ReleaseResponse, task: TaskResponse): ReleaseResponse {
  const replaceIn = (tasks: readonly TaskResponse[]): TaskResponse[] =>
    tasks.map((item) => {
      if (item.id === task.id) return task;
      return isInGroup(task, item) ? { ...item, tasks: replaceIn(item.tasks ?? []) } : item;
    });
  return {
    ...release,
    phases: release.phases.map((phase) =>
      phase.tasks.some((item) => item.id === task.id || isInGroup(task, item))
        ? { ...phase, tasks: replaceIn(phase.tasks) }
        : phase,
    ),
  };
}

/** A task with what is around it: its phase, and the groups that it is in, the outermost first. */
export interface PlanTask {
  readonly task: TaskResponse;
  readonly phase: string;
  readonly groups: readonly string[];
  /** titles of the tasks beside it that it waits for */
  readonly predecessors: readonly string[];
}

type Group = Pick<TaskResponse, 'links' | 'tasks'>;

/** The titles of the tasks that each task of a parallel group waits for, by its id. */
function predecessorsIn({ links = [], tasks = [] }: Group): (id: string) => readonly string[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const byTarget = Map.groupBy(links, ({ target }) => target);
  return (id) => (byTarget.get(id) ?? []).map(({ source }) => titles.get(source) ?? lastSegment(source));
}

/** The tasks of a group or phase with what each of them waits for beside it. */
export function groupTasks(group: Group): readonly Pick<PlanTask, 'task' | 'predecessors'>[] {
  const predecessors = predecessorsIn(group);
  return (group.tasks ?? []).map((task) => ({ task, predecessors: predecessors(task.id) }));
}

/** All tasks of a release in the order of its plan, groups before what is in them. */
export function planTasks({ phases }: Pick<ReleaseResponse, 'phases'>): readonly PlanTask[] {
  const visit = (group: Group, phase: string, groups: readonly string[]): readonly PlanTask[] =>
    groupTasks(group).flatMap((item) => [
      { ...item, phase, groups },
      ...visit(item.task, phase, [...groups, item.task.title]),
    ]);
  return phases.flatMap(({ title, tasks }) => visit({ tasks }, title, []));
}
