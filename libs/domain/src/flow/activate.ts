import { type Hold, holdOf } from '../calendar/holds.ts';
import { comment, logTask, type Turn } from '../decision/turn.ts';
import { endTask } from '../ending/end.ts';
import { soleKey } from '../model/placeholders.ts';
import { taskOf, withRun, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskRun } from '../model/task.ts';
import { tooMuchText } from '../variables/value-texts.ts';
import { currentValue, keysOf, missingKeys, valuesOf } from '../variables/variables.ts';
import { behaviourOf } from './behaviours.ts';
import { failTask } from './failure.ts';
import { newScript } from './new-script.ts';

/** The steps that a task goes through before it runs, in this order (states.md, activation order). */
export type ActivationStep = 'hold' | 'input' | 'precondition' | 'start';

/** Takes a task the flow has reached as far towards running as it gets, beginning at a step. */
export function activate(release: Release, task: Task, from: ActivationStep, turn: Turn): Release {
  if (from === 'hold') {
    const hold = holdOf(task, turn);
    if (hold) return delay(release, task, hold, turn);
  }
  if (from === 'hold' || from === 'input') {
    if (missingKeys(release, task).length > 0) return askForInput(release, task, turn);
  }
  if (from !== 'start' && task.definition.hasPrecondition) return askPrecondition(release, task, turn);
  return start(release, task, turn);
}

/** What the flow does with a task that was decided in advance: now it is final. */
export function finalise(release: Release, task: Task, turn: Turn): Release {
  return endTask(release, task, task.run.status === 'COMPLETED_IN_ADVANCE' ? 'COMPLETED' : 'SKIPPED', turn);
}

function delay(release: Release, task: Task, hold: Hold, turn: Turn): Release {
  logTask(turn, 'TASK_DELAYED', task, 'Delayed');
  if (hold.blackout) logTask(turn, 'TASK_DELAYED_DUE_TO_BLACKOUT', task, 'A blackout delayed');
  const postponed: Partial<TaskRun> = hold.blackout ? { postponedUntil: hold.until } : {};
  return withRun(release, task, { status: 'PENDING', hasBeenDelayed: true, ...postponed });
}

function askForInput(release: Release, task: Task, turn: Turn): Release {
  logTask(turn, 'TASK_WAITING_FOR_INPUT', task, 'Input is needed for');
  return withRun(release, task, { status: 'WAITING_FOR_INPUT' });
}

function askPrecondition(release: Release, task: Task, turn: Turn): Release {
  logTask(turn, 'TASK_PRECONDITION_STARTED', task, 'Started the precondition of');
  const script = newScript('precondition', turn);
  return withRun(release, task, { status: 'PRECONDITION_IN_PROGRESS', script });
}

function start(release: Release, task: Task, turn: Turn): Release {
  const behaviour = behaviourOf(task, turn.env.automatedTypes);
  const running = {
    status: 'IN_PROGRESS',
    startDate: task.run.startDate ?? turn.env.now,
    endDate: null,
    sights: {},
    values: behaviour.showsCurrentValues ? null : valuesOf(release, keysOf(task), turn),
    mapped: mappedFields(release, task, turn),
  } as const;
  const refusal = tooMuchText(release, running);
  if (refusal !== null) {
    const begun = withRun(release, task, { startDate: running.startDate, endDate: null });
    return failTask(begun, taskOf(begun, task.id), refusal, turn);
  }
  logTask(turn, 'TASK_STARTED', { ...task, run: { ...task.run, ...running } }, 'Started');
  return behaviour.start(release, task, running, turn);
}

function mappedFields(release: Release, task: Task, turn: Turn): TaskRun['mapped'] {
  const entries = Object.entries(task.definition.variableMapping).flatMap(([field, written]) => {
    const key = soleKey(written);
    const value = key === null ? undefined : currentValue(release, key, turn);
    return value === undefined ? [] : [[field, value] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Runs a failed task through its activation again, with today's definition and values (decisions.md, Flow). */
export function reactivate(release: Release, task: Task, text: string | null | undefined, turn: Turn): Release {
  comment(turn, task, text);
  logTask(turn, 'TASK_RESTARTED', task, 'Restarted');
  const planned: Task = { ...task, run: { ...task.run, status: 'PLANNED', endDate: null, script: null } };
  return activate(withTask(release, planned), planned, 'hold', turn);
}
