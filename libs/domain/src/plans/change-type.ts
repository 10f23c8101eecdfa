import { changeDescription } from '../decision/describe-changes.ts';
import type { CommandOf } from '../decision/handlers.ts';
import { logTask } from '../decision/log.ts';
import { type OutcomeDraft, withReplacedTask } from '../decision/outcome-draft.ts';
import { Conflict, clip } from '../model/errors.ts';
import { blankOwnFields } from '../model/own-fields.ts';
import { titleOf } from '../model/plan.ts';
import type { Task, TaskPassive } from '../model/task.ts';
import { isGroupType, taskTypeNamed } from '../model/task-types.ts';
import { deriveFields } from './build.ts';
import { withEdits } from './edit.ts';
import { editableTaskPosition, taskStateConflict } from './guards.ts';
import { authorsOfType, textAuthorOf } from './script-authors.ts';

/**
 * Changes the type of a task that has not started, or that is about to be retried. The task loses what only the old type
 * had. The type of a group cannot change (states.md, Task, type changes). Throws Conflict, NotFound.
 */
export function changeTaskType(
  before: OutcomeDraft,
  { taskId, targetType, scriptType, beforeRetry }: CommandOf['changeTaskType'],
): OutcomeDraft {
  const { task } = editableTaskPosition(before, taskId, 'change the type of');
  const { definition, run } = task;
  const isSameScript = scriptType === undefined || scriptType === definition.scriptType;
  if (definition.type === targetType && isSameScript) return before;
  const canChange = run.status === 'PLANNED' || (beforeRetry === true && run.status === 'FAILED');
  if (!canChange) throw taskStateConflict('change the type of', task);
  if (isGroupType(definition.type)) {
    throw new Conflict(`cannot change the type of group '${clip(titleOf(task))}' (${taskId})`);
  }
  const newTypeName = scriptType ?? targetType;
  const own = { ...blankOwnFields, ...taskTypeNamed(targetType)?.own };
  const script = replaceScript(task, scriptType);
  const scriptAuthors = authorsOfType(definition, targetType, textAuthorOf(before.context));
  const changed = withEdits(task, { type: targetType, ...own, ...script?.fields, scriptAuthors }, script?.passive);
  const detail = changeDescription(
    before.context,
    { type: definition.scriptType ?? definition.type },
    { type: newTypeName },
  );
  return withReplacedTask(logTask(before, 'TASK_TYPE_CHANGED', changed, 'Changed the type of', detail), changed);
}

/** The fields of a task whose script of a plugin is replaced or removed; undefined: it has none before and after. */
export function replaceScript({ definition }: Task, scriptType: string | undefined) {
  if (scriptType === undefined && definition.scriptType === null) return undefined;
  const properties: TaskPassive['properties'] = scriptType === undefined ? {} : { pythonScript: { type: scriptType } };
  const variableMapping = Object.fromEntries(
    Object.entries(definition.variableMapping).filter(([field]) => !field.startsWith('pythonScript.')),
  );
  return { fields: { ...deriveFields({ properties }, definition.uses), variableMapping }, passive: { properties } };
}
