import { type Hold, holdOf } from '../calendar/holds.ts';
import { asConsequence } from '../decision/cause.ts';
import type { DecisionContext } from '../decision/context.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type Progress, putRun, putTask } from '../decision/progress.ts';
import { endTask } from '../ending/end.ts';
import { soleKey } from '../model/placeholders.ts';
import { taskOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskRun } from '../model/task.ts';
import { tooMuchText } from '../variables/value-texts.ts';
import { currentValue, keysOf, missingKeys, valuesOf } from '../variables/values.ts';
import { behaviourOf } from './behaviours.ts';
import { unflagByHand } from './by-hand.ts';
import { failTask } from './failure.ts';
import { newScript } from './new-script.ts';

/** The steps that a task goes through before it runs, in this order (states.md, activation order). */
export type ActivationStep = 'hold' | 'input' | 'precondition' | 'start';

/** Takes a task the flow has reached as far towards running as it gets, beginning at a step. */
export function activate(before: Progress, task: Task, from: ActivationStep): Progress {
  if (from === 'hold') {
    const hold = holdOf(task, before.context);
    if (hold) return delay(before, task, hold);
  }
  if (from === 'hold' || from === 'input') {
    if (missingKeys(before.release, task).length > 0) return askForInput(before, task);
  }
  if (from !== 'start' && task.definition.hasPrecondition) return askPrecondition(before, task);
  return startTask(before, task);
}

/** What the flow does with a task that was decided in advance: now it is final. */
export const finalise = (before: Progress, task: Task): Progress =>
  endTask(before, task, task.run.status === 'COMPLETED_IN_ADVANCE' ? 'COMPLETED' : 'SKIPPED');

function delay(before: Progress, task: Task, hold: Hold): Progress {
  const delayed = logTask(before, 'TASK_DELAYED', task, 'Delayed');
  if (!hold.blackout) return putRun(delayed, task, { status: 'PENDING', hasBeenDelayed: true });
  const logged = logTask(delayed, 'TASK_DELAYED_DUE_TO_BLACKOUT', task, 'A blackout delayed');
  return putRun(logged, task, { status: 'PENDING', hasBeenDelayed: true, postponedUntil: hold.until });
}

const askForInput = (before: Progress, task: Task): Progress =>
  putRun(logTask(before, 'TASK_WAITING_FOR_INPUT', task, 'Input is needed for'), task, { status: 'WAITING_FOR_INPUT' });

function askPrecondition(before: Progress, task: Task): Progress {
  const logged = logTask(before, 'TASK_PRECONDITION_STARTED', task, 'Started the precondition of');
  return putRun(logged, task, {
    status: 'PRECONDITION_IN_PROGRESS',
    script: newScript('precondition', before.context),
  });
}

function startTask(before: Progress, task: Task): Progress {
  const { release, context } = before;
  const behaviour = behaviourOf(task, context.env.automatedTypes);
  const running = {
    status: 'IN_PROGRESS',
    startDate: task.run.startDate ?? context.env.now,
    endDate: null,
    observedTargets: {},
    values: behaviour.showsCurrentValues ? null : valuesOf(release, keysOf(task), context),
    mapped: mappedFields(release, task, context),
  } as const;
  const refusal = tooMuchText(release, running);
  if (refusal !== null) {
    const begun = putRun(before, task, { startDate: running.startDate, endDate: null });
    return failTask(begun, taskOf(begun.release, task.id), refusal);
  }
  const logged = logTask(before, 'TASK_STARTED', { ...task, run: { ...task.run, ...running } }, 'Started');
  const unflagged = unflagByHand(logged, task);
  return behaviour.start(unflagged, taskOf(unflagged.release, task.id), running);
}

function mappedFields(release: Release, task: Task, context: DecisionContext): TaskRun['mapped'] {
  const entries = Object.entries(task.definition.variableMapping).flatMap(([field, written]) => {
    const key = soleKey(written);
    const value = key === null ? undefined : currentValue(release, key, context);
    return value === undefined ? [] : [[field, value] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Runs a failed task through its activation again, with today's definition and values (compatibility.md, Flow). */
export function reactivate(before: Progress, task: Task, text: string | null | undefined): Progress {
  const logged = logTask(addComment(before, task, text), 'TASK_RESTARTED', task, 'Restarted');
  const planned: Task = { ...task, run: { ...task.run, status: 'PLANNED', endDate: null, script: null } };
  return activate(asConsequence(putTask(logged, planned)), planned, 'hold');
}
