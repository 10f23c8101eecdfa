import { changesInWords } from '../decision/describe-changes.ts';
import type { CommandOf } from '../decision/handlers.ts';
import { logTask } from '../decision/log.ts';
import { type Progress, putTask } from '../decision/progress.ts';
import { Conflict, clip } from '../model/errors.ts';
import { blankOwnFields } from '../model/own-fields.ts';
import { titleOf } from '../model/plan.ts';
import type { Task, TaskPassive } from '../model/task.ts';
import { isGroupType, taskTypeNamed } from '../model/task-types.ts';
import { derivedFields } from './build.ts';
import { edited } from './edit.ts';
import { cannot, editable } from './guards.ts';
import { authorsOfType, textAuthorIn } from './script-authors.ts';

/**
 * Changes the type of a task that has not started, or that is about to be retried. The task loses what only the old type
 * had. The type of a group cannot change (states.md, Task, type changes). Throws Conflict, NotFound.
 */
export function changeTaskType(
  before: Progress,
  { taskId, targetType, scriptType, beforeRetry }: CommandOf['changeTaskType'],
): Progress {
  const { task } = editable(before, taskId, 'change the type of');
  const { definition, run } = task;
  const isSameScript = scriptType === undefined || scriptType === definition.scriptType;
  if (definition.type === targetType && isSameScript) return before;
  const isAhead = run.status === 'PLANNED' || (beforeRetry === true && run.status === 'FAILED');
  if (!isAhead) throw cannot('change the type of', task);
  if (isGroupType(definition.type)) {
    throw new Conflict(`cannot change the type of group '${clip(titleOf(task))}' (${taskId})`);
  }
  const named = scriptType ?? targetType;
  const own = { ...blankOwnFields, ...taskTypeNamed(targetType)?.own };
  const script = scriptAs(task, scriptType);
  const scriptAuthors = authorsOfType(definition, targetType, textAuthorIn(before.context));
  const changed = edited(task, { type: targetType, ...own, ...script?.fields, scriptAuthors }, script?.passive);
  const detail = changesInWords(before.context, { type: definition.scriptType ?? definition.type }, { type: named });
  return putTask(logTask(before, 'TASK_TYPE_CHANGED', changed, 'Changed the type of', detail), changed);
}

/** The fields of a task whose script of a plugin is replaced or removed; undefined: it has none before and after. */
export function scriptAs({ definition }: Task, scriptType: string | undefined) {
  if (scriptType === undefined && definition.scriptType === null) return undefined;
  const properties: TaskPassive['properties'] = scriptType === undefined ? {} : { pythonScript: { type: scriptType } };
  const variableMapping = Object.fromEntries(
    Object.entries(definition.variableMapping).filter(([field]) => !field.startsWith('pythonScript.')),
  );
  return { fields: { ...derivedFields({ properties }, definition.uses), variableMapping }, passive: { properties } };
}
