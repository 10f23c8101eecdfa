import { logPhase, logTask, type Turn } from '../decision/turn.ts';
import type { Phase } from '../model/phase.ts';
import { mapTasks, withPhase, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { PhaseStatus } from '../model/status.ts';
import { isDone } from '../model/status.ts';
import type { Task, TaskRun } from '../model/task.ts';

/** Ends a task well: COMPLETED or SKIPPED. Tasks inside a skipped group end with it. */
export function endTask(release: Release, task: Task, status: 'COMPLETED' | 'SKIPPED', turn: Turn): Release {
  const tasks = status === 'SKIPPED' ? skipAll(task.tasks, turn) : task.tasks;
  const ended = over(task, status, turn);
  logTask(turn, `TASK_${status}`, task, status === 'COMPLETED' ? 'Completed' : 'Skipped');
  return withTask(release, { ...ended, tasks });
}

/** The tasks with everything that is not done ended; what was completed in advance counts as completed. */
function skipAll(tasks: readonly Task[], turn: Turn): readonly Task[] {
  return mapTasks(tasks, (task) => {
    if (isDone(task.run.status)) return task;
    if (task.run.status === 'COMPLETED_IN_ADVANCE') return over(task, 'COMPLETED', turn);
    logTask(turn, 'TASK_SKIPPED', task, 'Skipped');
    return over(task, 'SKIPPED', turn);
  });
}

/** A task as it is when nothing more can happen to it. */
export function over(task: Task, status: 'COMPLETED' | 'SKIPPED' | 'ABORTED', turn: Turn): Task {
  turn.ended.push(task.id);
  const { now } = turn.env;
  const startDate = status === 'ABORTED' ? (task.run.startDate ?? now) : task.run.startDate;
  const run: TaskRun = { ...task.run, status, startDate, endDate: now, script: null, waitsForCapacity: false };
  return { ...task, run };
}

/** Ends a phase: its last task is done, or a restart closes it with everything that is left in it. */
export function endPhase(release: Release, phase: Phase, status: 'COMPLETED' | 'SKIPPED', turn: Turn): Release {
  const closed = status === 'SKIPPED';
  const tasks = closed ? skipAll(phase.tasks, turn) : phase.tasks;
  logPhase(turn, closed ? 'PHASE_CLOSED' : 'PHASE_COMPLETED', phase, closed ? 'Closed' : 'Completed');
  return withPhase(release, { ...overPhase(phase, status, turn), tasks });
}

/** A phase as it is when the flow has left it. */
export function overPhase(phase: Phase, status: PhaseStatus, turn: Turn): Phase {
  turn.ended.push(phase.id);
  return { ...phase, status, endDate: turn.env.now };
}
