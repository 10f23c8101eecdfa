import { resolveTask } from '@slipway/api-schema/plans';
import {
  blankTaskPassive,
  type FillBudget,
  maxFilledCharacters,
  type Task,
  type TaskPassive,
  tasksIn,
} from '@slipway/domain/model';
import type { ReportedRelease } from '@slipway/persistence/reports';

/** The facts of an audit report that are in memory. */
export interface ReportFacts extends ReportedRelease {
  /** the titles of the folder and the template that the caller may view, by id; a folder has its path */
  readonly titles: ReadonlyMap<string, string>;
  /** the user who creates the report */
  readonly username: string;
  /** all tasks by id, with their texts as they are shown */
  readonly tasks: ReadonlyMap<string, ReportedTask>;
}

export interface ReportedTask {
  /** the position in the plan, such as `2.1.3`: phase, group, task */
  readonly position: string;
  readonly phase: string;
  /** the titles of the groups that contain it, outermost first */
  readonly groups: readonly string[];
  readonly task: Task;
  readonly passive: TaskPassive;
}

type Place = Pick<ReportedTask, 'position' | 'phase' | 'groups'>;

function* placedTasks(
  tasks: readonly Task[],
  { position, phase, groups }: Place,
  show: (task: Task) => Pick<ReportedTask, 'task' | 'passive'>,
): Generator<ReportedTask> {
  for (const [index, original] of tasks.entries()) {
    const shown = { position: `${position}.${index + 1}`, phase, groups, ...show(original) };
    yield shown;
    const inside = { position: shown.position, phase, groups: [...groups, shown.task.definition.title] };
    yield* placedTasks(original.tasks, inside, show);
  }
}

/** Returns the tasks of a release by id, in the order of the plan. */
export function reportedTasks({ release, details }: ReportedRelease['view']): ReadonlyMap<string, ReportedTask> {
  const budget: FillBudget = { left: maxFilledCharacters };
  const show = (task: Task) => resolveTask(task, details.tasks.get(task.id) ?? blankTaskPassive, budget);
  const all = release.phases.flatMap((phase, index) => [
    ...placedTasks(phase.tasks, { position: String(index + 1), phase: phase.title, groups: [] }, show),
  ]);
  return new Map(all.map((item) => [item.task.id, item]));
}

/** Returns the title of a part of the release, or null for another object and a deleted part. */
export function titleIn({ view: { release }, tasks }: ReportFacts, id: string): string | null {
  if (id === release.id) return release.title;
  const phase = release.phases.find((candidate) => candidate.id === id);
  return phase?.title ?? tasks.get(id)?.task.definition.title ?? null;
}

/** Returns the number of tasks of each status, without groups. */
export function countByStatus({ view: { release } }: ReportFacts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const phase of release.phases) {
    for (const { run, tasks } of tasksIn(phase.tasks))
      if (tasks.length === 0) counts.set(run.status, (counts.get(run.status) ?? 0) + 1);
  }
  return counts;
}
