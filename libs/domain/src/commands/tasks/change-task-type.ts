import { describeChanges } from '../../decision/describe-changes.ts';
import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withReplacedTask } from '../../decision/outcome-draft.ts';
import { onGate } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import { Conflict } from '../../model/errors.ts';
import { blankOwnFields } from '../../model/own-fields.ts';
import { titleOf } from '../../model/plan.ts';
import { isGroupType, taskTypeNamed } from '../../model/task-types.ts';
import { neededToEditTask } from '../../people/needed-permissions.ts';
import { replaceScript } from '../../plans/change-type.ts';
import { withEdits } from '../../plans/edit.ts';
import { editableTaskPosition, taskStateConflict } from '../../plans/guards.ts';
import { authorsOfType, textAuthorOf } from '../../plans/script-authors.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface ChangeTaskType {
  readonly type: 'changeTaskType';
  readonly taskId: string;
  /** without a prefix for task types of the product */
  readonly targetType: string;
  /** the plugin type that a CustomScriptTask runs */
  readonly scriptType?: string;
  /** also allows a failed task, which is retried next */
  readonly beforeRetry?: true;
}

export const changeTaskType: EditDefinition<ChangeTaskType> = {
  permission: neededToEditTask,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'tasks',
  movedIds: null,
  guard: onGate,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle,
};

/**
 * Changes the type of a task that has not started, or of a failed task before its retry. Fields that only the old type
 * has are reset. The type of a group cannot change (states.md, Task, type changes). Throws Conflict, NotFound.
 */
function handle(before: OutcomeDraft, { taskId, targetType, scriptType, beforeRetry }: ChangeTaskType): OutcomeDraft {
  const { task } = editableTaskPosition(before, taskId, 'changeTypeOf');
  const { definition, run } = task;
  const isSameScript = scriptType === undefined || scriptType === definition.scriptType;
  if (definition.type === targetType && isSameScript) return before;
  const canChange = run.status === 'PLANNED' || (beforeRetry === true && run.status === 'FAILED');
  if (!canChange) throw taskStateConflict('changeTypeOf', task);
  if (isGroupType(definition.type)) {
    throw new Conflict(message('task.groupTypeUnchangeable', { title: titleOf(task), id: taskId }));
  }
  const newTypeName = scriptType ?? targetType;
  const own = { ...blankOwnFields, ...taskTypeNamed(targetType)?.own };
  const script = replaceScript(task, scriptType);
  const scriptAuthors = authorsOfType(definition, targetType, textAuthorOf(before.context));
  const changed = withEdits(task, { type: targetType, ...own, ...script?.fields, scriptAuthors }, script?.passive);
  const changes = describeChanges(
    before.context,
    { type: definition.scriptType ?? definition.type },
    { type: newTypeName },
  );
  return withReplacedTask(
    logTask(before, 'TASK_TYPE_CHANGED', changed, (subject) =>
      message('activity.taskTypeChanged', { ...subject, changes }),
    ),
    changed,
  );
}
