import type { DecisionContext } from '../decision/context.ts';
import { log, logPhase, logTask, taskEntry } from '../decision/log.ts';
import type { LogEntry } from '../decision/outcome.ts';
import { type OutcomeDraft, withEnded, withReplacedPhase, withReplacedTask } from '../decision/outcome-draft.ts';
import type { Phase } from '../model/phase.ts';
import { mapTasks } from '../model/plan.ts';
import { isDone, type PhaseStatus } from '../model/status.ts';
import type { Task, TaskRun } from '../model/task.ts';

/** Completes or skips a task. With a skipped group, all tasks in it end. */
export function finishTask(before: OutcomeDraft, task: Task, status: 'COMPLETED' | 'SKIPPED'): OutcomeDraft {
  const { context } = before;
  const finished = status === 'SKIPPED' ? finishUnfinished(task.tasks, context) : unchangedTasks(task.tasks);
  const ended = withEnded(log(before, finished.entries), [...finished.ended, task.id]);
  const logged = logTask(
    ended,
    `TASK_${status}`,
    task,
    status === 'COMPLETED' ? 'activity.taskCompleted' : 'activity.taskSkipped',
  );
  return withReplacedTask(logged, { ...withTaskEnd(task, status, context), tasks: finished.tasks });
}

/** Ends a phase after its last task, or closes it during a restart with all its unfinished tasks. */
export function finishPhase(before: OutcomeDraft, phase: Phase, status: 'COMPLETED' | 'SKIPPED'): OutcomeDraft {
  const { context } = before;
  const isClosed = status === 'SKIPPED';
  const finished = isClosed ? finishUnfinished(phase.tasks, context) : unchangedTasks(phase.tasks);
  const logged = logPhase(
    log(before, finished.entries),
    isClosed ? 'PHASE_CLOSED' : 'PHASE_COMPLETED',
    phase,
    isClosed ? 'activity.phaseClosed' : 'activity.phaseCompleted',
  );
  const ended = withEnded(logged, [...finished.ended, phase.id]);
  return withReplacedPhase(ended, { ...withPhaseEnd(phase, status, context), tasks: finished.tasks });
}

/** The tasks of an ended phase or group, with the log entries and the ids of the ended tasks. */
interface FinishedTasks {
  readonly tasks: readonly Task[];
  readonly entries: readonly LogEntry[];
  readonly ended: readonly string[];
}

const unchangedTasks = (tasks: readonly Task[]): FinishedTasks => ({ tasks, entries: [], ended: [] });

/** Ends all unfinished tasks. A task that was completed in advance counts as completed. */
function finishUnfinished(tasks: readonly Task[], context: DecisionContext): FinishedTasks {
  const entries: LogEntry[] = [];
  const ended: string[] = [];
  const finishedTasks = mapTasks(tasks, (task) => {
    if (isDone(task.run.status)) return task;
    ended.push(task.id);
    if (task.run.status === 'COMPLETED_IN_ADVANCE') return withTaskEnd(task, 'COMPLETED', context);
    entries.push(taskEntry(context, 'TASK_SKIPPED', task, 'activity.taskSkipped'));
    return withTaskEnd(task, 'SKIPPED', context);
  });
  return { tasks: finishedTasks, entries, ended };
}

/** Returns a task in its final status, with its end date. */
export function withTaskEnd(
  task: Task,
  status: 'COMPLETED' | 'SKIPPED' | 'ABORTED',
  { env: { now } }: DecisionContext,
): Task {
  const startDate = status === 'ABORTED' ? (task.run.startDate ?? now) : task.run.startDate;
  const run: TaskRun = {
    ...task.run,
    status,
    startDate,
    endDate: now,
    script: null,
    mail: null,
    waitsForCapacity: false,
  };
  return { ...task, run };
}

/** Returns a phase in its final status, with its end date. */
export const withPhaseEnd = (phase: Phase, status: PhaseStatus, { env }: DecisionContext): Phase => ({
  ...phase,
  status,
  endDate: env.now,
});
