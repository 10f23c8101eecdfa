import { addComment, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withReplacedTask } from '../decision/outcome-draft.ts';
import { textOf } from '../messages/english.ts';
import { type Message, message } from '../messages/message.ts';
import { taskOf } from '../model/plan.ts';
import type { Task, TaskDefinition } from '../model/task.ts';
import { type AutomatedTypes, taskTypeNamed } from '../model/task-types.ts';
import { withEdits } from '../plans/edit.ts';

/**
 * Returns the reason why users complete a task that runs automatically in another product; null for a task that runs
 * here, or is manual.
 */
export function manualFallbackReason({ type, scriptType }: TaskDefinition, types: AutomatedTypes): Message | null {
  const own = taskTypeNamed(type);
  if (own?.manualReason !== undefined) return own.manualReason;
  if (own !== undefined && (own.behavior !== 'script' || own.hasOwnScript)) return null;
  const name = own === undefined ? type : scriptType;
  if (name === null) return message('manualTask.withoutScript');
  if (types.has(name)) return null;
  if (types.inContainers?.has(name)) return message('manualTask.containerScript');
  return message('manualTask.missingPlugin', { type: name });
}

/** Flags a started task without a runner, so that its users notice it. An existing flag stays unchanged. */
export function flagManualFallback(before: OutcomeDraft, startedTask: Task): OutcomeDraft {
  const { automatedTypes } = before.context.env;
  const fallback = manualFallbackReason(startedTask.definition, automatedTypes);
  const reason = fallback && textOf(fallback);
  const commented = addComment(before, startedTask, reason);
  if (startedTask.definition.flagStatus !== 'OK') return commented;
  const task = taskOf(commented.release, startedTask.id);
  const flagged = withEdits(task, { flagStatus: 'ATTENTION_NEEDED' }, { flagComment: reason });
  const logged = logTask(commented, 'TASK_UPDATED', task, 'activity.taskFlagged');
  return withReplacedTask(logged, { ...flagged, run: { ...flagged.run, hasBeenFlagged: true, flaggedByHand: true } });
}

/** Removes the flag if the task has a runner now. */
export function clearManualFallbackFlag(before: OutcomeDraft, task: Task): OutcomeDraft {
  const { automatedTypes } = before.context.env;
  if (!task.run.flaggedByHand || manualFallbackReason(task.definition, automatedTypes) !== null) return before;
  const { run, ...unflagged } = withEdits(task, { flagStatus: 'OK' }, { flagComment: null });
  const logged = logTask(before, 'TASK_UPDATED', task, 'activity.taskUnflagged');
  return withReplacedTask(logged, { ...unflagged, run: { ...run, flaggedByHand: false } });
}
