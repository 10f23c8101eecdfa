import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { lastOf } from '../../place/ids.ts';

/** A task of a release by the last segment of its id, in groups too; undefined: there is none. */
export function taskIn({ phases }: Pick<ReleaseAnswer, 'phases'>, id: string): TaskAnswer | undefined {
  const among = (tasks: readonly TaskAnswer[]): TaskAnswer | undefined => {
    for (const task of tasks) {
      const found = lastOf(task.id) === id ? task : among(task.tasks ?? []);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return among(phases.flatMap(({ tasks }) => tasks));
}

const isWithin = (task: TaskAnswer, whole: TaskAnswer): boolean =>
  (whole.tasks ?? []).some((one) => one.id === task.id || isWithin(task, one));

/** The release with this task in the place of the one of that id; all else stays the same value. */
export function withTask(release: ReleaseAnswer, task: TaskAnswer): ReleaseAnswer {
  const replaced = (tasks: readonly TaskAnswer[]): TaskAnswer[] =>
    tasks.map((one) => {
      if (one.id === task.id) return task;
      return isWithin(task, one) ? { ...one, tasks: replaced(one.tasks ?? []) } : one;
    });
  return {
    ...release,
    phases: release.phases.map((phase) =>
      phase.tasks.some((one) => one.id === task.id || isWithin(task, one))
        ? { ...phase, tasks: replaced(phase.tasks) }
        : phase,
    ),
  };
}

/** A task with what is around it: its phase, and the groups that it is in, the outermost first. */
export interface Placed {
  readonly task: TaskAnswer;
  readonly phase: string;
  readonly groups: readonly string[];
  /** titles of the tasks beside it that it waits for */
  readonly before: readonly string[];
}

type Group = Pick<TaskAnswer, 'links' | 'tasks'>;

/** The titles of the tasks that each task of a parallel group waits for, by its id. */
function predecessorsIn({ links = [], tasks = [] }: Group): (id: string) => readonly string[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const byTarget = Map.groupBy(links, ({ target }) => target);
  return (id) => (byTarget.get(id) ?? []).map(({ source }) => titles.get(source) ?? lastOf(source));
}

/** The tasks of a group or phase with what each of them waits for beside it. */
export function tasksIn(group: Group): readonly Pick<Placed, 'task' | 'before'>[] {
  const before = predecessorsIn(group);
  return (group.tasks ?? []).map((task) => ({ task, before: before(task.id) }));
}

/** All tasks of a release in the order of its plan, groups before what is in them. */
export function placedIn({ phases }: Pick<ReleaseAnswer, 'phases'>): readonly Placed[] {
  const within = (group: Group, phase: string, groups: readonly string[]): readonly Placed[] =>
    tasksIn(group).flatMap((one) => [
      { ...one, phase, groups },
      ...within(one.task, phase, [...groups, one.task.title]),
    ]);
  return phases.flatMap(({ title, tasks }) => within({ tasks }, title, []));
}
