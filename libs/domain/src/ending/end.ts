import type { DecisionContext } from '../decision/context.ts';
import { log, logPhase, logTask, taskEntry } from '../decision/log.ts';
import type { Entry } from '../decision/outcome.ts';
import { type Progress, putEnded, putPhase, putTask } from '../decision/progress.ts';
import type { Phase } from '../model/phase.ts';
import { mapTasks } from '../model/plan.ts';
import { isDone, type PhaseStatus } from '../model/status.ts';
import type { Task, TaskRun } from '../model/task.ts';

/** Ends a task well: COMPLETED or SKIPPED. Tasks inside a skipped group end with it. */
export function endTask(before: Progress, task: Task, status: 'COMPLETED' | 'SKIPPED'): Progress {
  const { context } = before;
  const inside = status === 'SKIPPED' ? skipped(task.tasks, context) : untouched(task.tasks);
  const ended = putEnded(log(before, inside.entries), [...inside.ended, task.id]);
  const logged = logTask(ended, `TASK_${status}`, task, status === 'COMPLETED' ? 'Completed' : 'Skipped');
  return putTask(logged, { ...endedTask(task, status, context), tasks: inside.tasks });
}

/** Ends a phase: its last task is done, or a restart closes it with everything that is left in it. */
export function endPhase(before: Progress, phase: Phase, status: 'COMPLETED' | 'SKIPPED'): Progress {
  const { context } = before;
  const isClosed = status === 'SKIPPED';
  const inside = isClosed ? skipped(phase.tasks, context) : untouched(phase.tasks);
  const logged = logPhase(
    log(before, inside.entries),
    isClosed ? 'PHASE_CLOSED' : 'PHASE_COMPLETED',
    phase,
    isClosed ? 'Closed' : 'Completed',
  );
  const ended = putEnded(logged, [...inside.ended, phase.id]);
  return putPhase(ended, { ...endedPhase(phase, status, context), tasks: inside.tasks });
}

/** Tasks after the end of their phase or group, with the log entries. */
interface Inside {
  readonly tasks: readonly Task[];
  readonly entries: readonly Entry[];
  readonly ended: readonly string[];
}

const untouched = (tasks: readonly Task[]): Inside => ({ tasks, entries: [], ended: [] });

/** Ends all unfinished tasks. A task that was completed in advance counts as completed. */
function skipped(tasks: readonly Task[], context: DecisionContext): Inside {
  const entries: Entry[] = [];
  const ended: string[] = [];
  const ends = mapTasks(tasks, (task) => {
    if (isDone(task.run.status)) return task;
    ended.push(task.id);
    if (task.run.status === 'COMPLETED_IN_ADVANCE') return endedTask(task, 'COMPLETED', context);
    entries.push(taskEntry(context, 'TASK_SKIPPED', task, 'Skipped'));
    return endedTask(task, 'SKIPPED', context);
  });
  return { tasks: ends, entries, ended };
}

/** The task with its end; nothing more can happen to it. */
export function endedTask(
  task: Task,
  status: 'COMPLETED' | 'SKIPPED' | 'ABORTED',
  { env: { now } }: DecisionContext,
): Task {
  const startDate = status === 'ABORTED' ? (task.run.startDate ?? now) : task.run.startDate;
  const run: TaskRun = { ...task.run, status, startDate, endDate: now, script: null, waitsForCapacity: false };
  return { ...task, run };
}

/** A phase as it is when the flow has left it. */
export const endedPhase = (phase: Phase, status: PhaseStatus, { env }: DecisionContext): Phase => ({
  ...phase,
  status,
  endDate: env.now,
});
