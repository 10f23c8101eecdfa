import type { Instant } from '../model/json.ts';
import { tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { startCategoryOf } from './categories.ts';
import { categoryHistoryOf } from './category-history.ts';
import { type CategoryTimes, categoryTimesOf } from './category-times.ts';

/** The data of an ended release outside its plan. */
export interface EndedRelease {
  readonly release: Release;
  /** null: unknown */
  readonly createdAt: Instant | null;
  /** the highest risk score that it had */
  readonly maxRisk: number;
  /** Whether the product recorded categories when it started. */
  readonly hasCategories: boolean;
}

/** The numbers of an ended release, computed once. Times are in milliseconds. */
export interface ReleaseFacts {
  /** the start until the end; null: it never started */
  readonly duration: number | null;
  /** the creation until the start; null: unknown */
  readonly timeToStart: number | null;
  /** the creation until the end; null: unknown */
  readonly leadTime: number | null;
  /** the times by category; null: unknown */
  readonly times: CategoryTimes | null;
  /** the tasks that ran, without groups */
  readonly tasks: number;
  readonly automated: number;
  /** the sum of the failures of all tasks */
  readonly failures: number;
  readonly hasFailed: boolean;
  /** how often a phase was restarted */
  readonly restarts: number;
}

/** The numbers of a task that ran. Times are in milliseconds. */
export interface TaskFacts {
  readonly taskId: string;
  readonly phaseTitle: string;
  readonly taskTitle: string;
  readonly taskType: string;
  readonly team: string | null;
  /** null: the task was not completed */
  readonly duration: number | null;
  readonly failures: number;
  /** null: unknown */
  readonly failedTime: number | null;
}

/** Returns whether a task ran. Groups do not count; a task that ended in advance has no start. */
const hasRun = ({ definition, run }: Task): boolean => !isGroupType(definition.type) && run.startDate !== null;

/** Returns whether a script ran the task. The stored category of a task without a runner is `people`. */
const isAutomated = ({ definition, run }: Task): boolean =>
  startCategoryOf(definition.type) === 'c' &&
  !run.categories.some(([category, at]) => category === 'p' && at === run.startDate);

const difference = (from: Instant | null, to: Instant | null): number | null =>
  from === null || to === null ? null : Math.max(0, to - from);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the numbers of an ended release. */
export function releaseFactsOf({ release, createdAt, hasCategories }: EndedRelease): ReleaseFacts {
  const tasks = release.phases.flatMap((phase) => [...tasksIn(phase.tasks)]);
  const ran = tasks.filter(hasRun);
  return {
    duration: difference(release.startDate, release.endDate),
    timeToStart: difference(createdAt, release.startDate),
    leadTime: difference(createdAt, release.endDate),
    times: hasCategories ? categoryTimesOf(release) : null,
    tasks: ran.length,
    automated: ran.filter(isAutomated).length,
    failures: sum(tasks.map(({ run }) => run.failuresCount)),
    hasFailed: release.hasFailed,
    restarts: release.phases.filter(({ status }) => status === 'SKIPPED').length,
  };
}

/** Returns the time that a task was FAILED, until its retry or end. */
const failedTimeOf = (task: Task): number =>
  sum(
    categoryHistoryOf(task).map(([category, at], index, history) =>
      category === 'f' ? (history[index + 1]?.[1] ?? at) - at : 0,
    ),
  );

/** Returns the numbers of the tasks that ran in an ended release. Each copy of a restart is a run. */
export function taskFactsOf({ release, hasCategories }: EndedRelease): readonly TaskFacts[] {
  return release.phases.flatMap((phase) =>
    [...tasksIn(phase.tasks)].filter(hasRun).map((task): TaskFacts => {
      const { startDate, endDate, status, failuresCount } = task.run;
      return {
        taskId: task.id,
        phaseTitle: phase.title,
        taskTitle: task.definition.title,
        taskType: task.definition.type,
        team: task.definition.team,
        duration: status === 'COMPLETED' ? difference(startDate, endDate) : null,
        failures: failuresCount,
        failedTime: hasCategories ? failedTimeOf(task) : null,
      };
    }),
  );
}
