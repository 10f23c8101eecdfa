import { type StartDelay, startDelayOf } from '../calendar/start-delays.ts';
import { finishTask } from '../completion/finish.ts';
import { asConsequence } from '../decision/cause.ts';
import type { DecisionContext } from '../decision/context.ts';
import { addComment, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withReplacedTask, withRun } from '../decision/outcome-draft.ts';
import { soleKey } from '../model/placeholders.ts';
import { taskOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskRun } from '../model/task.ts';
import { textLimitReason } from '../variables/value-text-limits.ts';
import { currentValue, keysOf, missingKeys, valuesOf } from '../variables/values.ts';
import { behaviorOf } from './behaviors.ts';
import { failTask } from './failure.ts';
import { clearManualFallbackFlag } from './manual-fallback.ts';
import { newScript } from './new-script.ts';

/** The steps of the activation of a task, in this order (states.md, activation order). */
export type ActivationStep = 'hold' | 'input' | 'precondition' | 'start';

/** Activates a task from a step on: delays it, waits for input, or starts its precondition or the task itself. */
export function activate(before: OutcomeDraft, task: Task, from: ActivationStep): OutcomeDraft {
  if (from === 'hold') {
    const startDelay = startDelayOf(task, before.context);
    if (startDelay) return delayTask(before, task, startDelay);
  }
  if (from === 'hold' || from === 'input') {
    if (missingKeys(before.release, task).length > 0) return requestInput(before, task);
  }
  if (from !== 'start' && task.definition.hasPrecondition) return startPrecondition(before, task);
  return startTask(before, task);
}

/** Ends a task that was completed or skipped in advance. */
export const finalize = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  finishTask(before, task, task.run.status === 'COMPLETED_IN_ADVANCE' ? 'COMPLETED' : 'SKIPPED');

function delayTask(before: OutcomeDraft, task: Task, startDelay: StartDelay): OutcomeDraft {
  const delayed = logTask(before, 'TASK_DELAYED', task, 'activity.taskDelayed');
  // A task that is delayed again waits since its first delay.
  const waitingSince = task.run.status === 'PENDING' ? task.run.waitingSince : before.context.env.now;
  const pending = { status: 'PENDING', hasBeenDelayed: true, waitingSince } as const;
  if (!startDelay.blackout) return withRun(delayed, task, pending);
  const logged = logTask(delayed, 'TASK_DELAYED_DUE_TO_BLACKOUT', task, 'activity.taskDelayedByBlackout');
  return withRun(logged, task, { ...pending, postponedUntil: startDelay.until });
}

const requestInput = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  withRun(logTask(before, 'TASK_WAITING_FOR_INPUT', task, 'activity.taskWaitingForInput'), task, {
    status: 'WAITING_FOR_INPUT',
    waitingSince: before.context.env.now,
  });

function startPrecondition(before: OutcomeDraft, task: Task): OutcomeDraft {
  const logged = logTask(before, 'TASK_PRECONDITION_STARTED', task, 'activity.taskPreconditionStarted');
  return withRun(logged, task, {
    status: 'PRECONDITION_IN_PROGRESS',
    waitingSince: before.context.env.now,
    script: newScript('precondition', before.context),
  });
}

function startTask(before: OutcomeDraft, task: Task): OutcomeDraft {
  const { release, context } = before;
  const behavior = behaviorOf(task, context.env.automatedTypes);
  const running = {
    status: 'IN_PROGRESS',
    startDate: task.run.startDate ?? context.env.now,
    endDate: null,
    waitingSince: task.run.startDate === null ? null : context.env.now,
    mail: null,
    observedTargets: {},
    values: behavior.showsCurrentValues ? null : valuesOf(release, keysOf(task), context),
    mapped: mappedFields(release, task, context),
  } as const;
  const limitReason = textLimitReason(release, running);
  if (limitReason !== null) {
    const withStartDate = withRun(before, task, { startDate: running.startDate, endDate: null });
    return failTask(withStartDate, taskOf(withStartDate.release, task.id), limitReason);
  }
  const logged = logTask(before, 'TASK_STARTED', { ...task, run: { ...task.run, ...running } }, 'activity.taskStarted');
  const withoutFlag = clearManualFallbackFlag(logged, task);
  return behavior.start(withoutFlag, taskOf(withoutFlag.release, task.id), running);
}

function mappedFields(release: Release, task: Task, context: DecisionContext): TaskRun['mapped'] {
  const entries = Object.entries(task.definition.variableMapping).flatMap(([field, rawKey]) => {
    const key = soleKey(rawKey);
    const value = key === null ? undefined : currentValue(release, key, context);
    return value === undefined ? [] : [[field, value] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Activates a failed task again, with its current definition and values (compatibility.md, Flow). */
export function reactivate(before: OutcomeDraft, task: Task, text: string | null | undefined): OutcomeDraft {
  const logged = logTask(addComment(before, task, text), 'TASK_RESTARTED', task, 'activity.taskRestarted');
  const planned: Task = { ...task, run: { ...task.run, status: 'PLANNED', endDate: null, script: null } };
  return activate(asConsequence(withReplacedTask(logged, planned)), planned, 'hold');
}
