import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';

/** Returns the task with the last segment of an id, including tasks in groups; undefined if there is none. */
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

/** Returns the release with the task of the same id replaced. All other objects are reused. */
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

/** A task with its phase and its groups, the outermost first. */
export interface PlanTask {
  readonly task: TaskResponse;
  readonly phase: string;
  readonly groups: readonly string[];
  /** The titles of the tasks in the same group that must complete before this task. */
  readonly predecessors: readonly string[];
  /** The title of the innermost locked group around the task; null if there is none. A lock includes all inner tasks. */
  readonly lockedGroup: string | null;
}

type Group = Pick<TaskResponse, 'links' | 'tasks'>;

/** Returns a function that returns the titles of the tasks that must complete before a task of a parallel group. */
function predecessorsIn({ links = [], tasks = [] }: Group): (id: string) => readonly string[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const byTarget = Map.groupBy(links, ({ target }) => target);
  return (id) => (byTarget.get(id) ?? []).map(({ source }) => titles.get(source) ?? lastSegment(source));
}

/** Returns the tasks of a group or phase, each with the titles of the tasks that must complete before it. */
export function groupTasks(group: Group): readonly Pick<PlanTask, 'task' | 'predecessors'>[] {
  const predecessors = predecessorsIn(group);
  return (group.tasks ?? []).map((task) => ({ task, predecessors: predecessors(task.id) }));
}

/** Returns all tasks of a release in order. A group precedes its tasks. */
export function planTasks({ phases }: Pick<ReleaseResponse, 'phases'>): readonly PlanTask[] {
  const visit = (group: Group, around: Omit<PlanTask, 'task' | 'predecessors'>): readonly PlanTask[] =>
    groupTasks(group).flatMap((item) => [
      { ...item, ...around },
      ...visit(item.task, {
        ...around,
        groups: [...around.groups, item.task.title],
        lockedGroup: item.task.locked ? item.task.title : around.lockedGroup,
      }),
    ]);
  return phases.flatMap(({ title, tasks }) => visit({ tasks }, { phase: title, groups: [], lockedGroup: null }));
}

/** The position of a task in its release or template. */
export interface TaskPosition extends Pick<PlanTask, 'predecessors' | 'lockedGroup'> {
  /** The titles of the phase and of the groups around the task, the outermost first, for example `Build › Tests`. */
  readonly path: string;
  /** The ids of the tasks before and after this one; null at the ends. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Returns the position of a task; undefined if the release or template does not contain it. */
export function taskPosition(plan: Pick<ReleaseResponse, 'phases'>, taskId: string): TaskPosition | undefined {
  const all = planTasks(plan);
  const index = all.findIndex(({ task }) => lastSegment(task.id) === lastSegment(taskId));
  const item = all[index];
  if (item === undefined) return undefined;
  return {
    path: [item.phase, ...item.groups].join(' › '),
    predecessors: item.predecessors,
    lockedGroup: item.lockedGroup,
    previous: all[index - 1]?.task.id ?? null,
    next: all[index + 1]?.task.id ?? null,
  };
}

/** Returns the tasks that have files, in the order of the plan. */
export const tasksWithFiles = ({ phases }: Pick<ReleaseResponse, 'phases'>): readonly TaskResponse[] => {
  const visit = (tasks: readonly TaskResponse[]): readonly TaskResponse[] =>
    tasks.flatMap((task) => [...(task.attachments.length > 0 ? [task] : []), ...visit(task.tasks ?? [])]);
  return phases.flatMap(({ tasks }) => visit(tasks));
};

/** Returns the number of files of a release and its tasks. */
export const fileCount = (release: Pick<ReleaseResponse, 'phases' | 'attachments'>): number =>
  tasksWithFiles(release).reduce((sum, { attachments }) => sum + attachments.length, release.attachments.length);
