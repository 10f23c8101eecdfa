import { describeChanges } from '../../decision/describe-changes.ts';
import { logTask, namedObject } from '../../decision/log.ts';
import { type OutcomeDraft, withReplacedTask, withRun } from '../../decision/outcome-draft.ts';
import { findCondition, insertAt } from '../../gates/gate-parts.ts';
import { onGatePart } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import type { Condition } from '../../model/own-fields.ts';
import { taskOf } from '../../model/plan.ts';
import { isEnded } from '../../model/status.ts';
import {
  neededToEditTask,
  neededToTransition,
  neededToViewTask,
  needPermissions,
  orParticipant,
  type PermissionRequirement,
} from '../../people/needed-permissions.ts';
import { withEdits } from '../../plans/edit.ts';
import { editableTaskPosition, requireOpen, taskStateConflict } from '../../plans/guards.ts';
import type { EditDefinition, TaskCheck } from '../definition/definition.ts';

/** Without a position, the condition is not moved. */
export interface UpdateCondition {
  readonly type: 'updateCondition';
  readonly conditionId: string;
  readonly title?: string;
  readonly checked?: boolean;
  readonly position?: number;
}

export const updateCondition: EditDefinition<UpdateCondition> = {
  permission: orParticipant(needPermissions('release#task_transition', 'release#edit_task')),
  permissionRule: { on: 'task', needed: neededForCondition },
  move: null,
  usesMembership: false,
  authorship: 'conditions',
  movedIds: null,
  guard: onGatePart,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle,
};

function neededForCondition(command: UpdateCondition, { taskPosition }: TaskCheck): readonly PermissionRequirement[] {
  const { task } = taskPosition;
  const { conditionId, title, checked, position } = command;
  const index = task.definition.conditions.findIndex(({ id }) => id === conditionId);
  const renames = title !== undefined && title !== task.definition.conditions[index]?.title;
  const moves = position !== undefined && position !== index;
  const changesCheck = checked !== undefined && checked !== task.run.checked.includes(conditionId);
  const all = [...(renames || moves ? [neededToEditTask] : []), ...(changesCheck ? [neededToTransition] : [])];
  return all.length > 0 ? all : [neededToViewTask];
}

/**
 * Checks, unchecks, renames or moves a condition. Without a difference, nothing changes and nothing is logged. In a
 * locked task, conditions can only be checked and unchecked. Throws Conflict, NotFound.
 */
function handle(before: OutcomeDraft, command: UpdateCondition): OutcomeDraft {
  const { conditionId, checked } = command;
  const { release } = before;
  requireOpen(release, 'changeCondition');
  const { task, condition } = findCondition(release, conditionId);
  const conditions = conditionsAfter(task.definition.conditions, condition, command);
  const changesPlan = conditions !== task.definition.conditions;
  const isTicked = task.run.checked.includes(conditionId);
  const changesCheck = checked !== undefined && checked !== isTicked;
  if (!changesPlan && !changesCheck) return before;
  if (isEnded(task.run.status)) throw taskStateConflict('changeConditionOf', task);
  if (changesPlan) editableTaskPosition(before, task.id, 'changeConditionOf');
  const { title = condition.title } = command;
  const position = (list: readonly Condition[]) => list.findIndex(({ id }) => id === conditionId) + 1;
  const changes = describeChanges(
    before.context,
    { title: condition.title, position: position(task.definition.conditions) },
    { title, position: position(conditions) },
  );
  const logged = () =>
    logTask(before, 'GATE_CONDITION_UPDATED', task, (subject) =>
      message('activity.conditionChanged', { ...subject, condition: namedObject(conditionId, title), changes }),
    );
  const planned = changesPlan ? withReplacedTask(logged(), withEdits(task, { conditions })) : before;
  return changesCheck ? setConditionChecked(planned, task.id, conditionId, checked) : planned;
}

/** Returns the conditions of a gate with one of them renamed or moved, or the same list without a difference. */
function conditionsAfter(
  conditions: readonly Condition[],
  condition: Condition,
  { title = condition.title, position }: UpdateCondition,
): readonly Condition[] {
  const index = conditions.indexOf(condition);
  const newIndex = Math.min(position ?? index, conditions.length - 1);
  if (title === condition.title && newIndex === index) return conditions;
  return insertAt(conditions.toSpliced(index, 1), { ...condition, title }, newIndex);
}

function setConditionChecked(
  before: OutcomeDraft,
  taskId: string,
  conditionId: string,
  checked: boolean,
): OutcomeDraft {
  const task = taskOf(before.release, taskId);
  const logged = logTask(
    before,
    checked ? 'GATE_CONDITION_FULFILLED' : 'GATE_CONDITION_UNFULFILLED',
    task,
    checked ? 'activity.conditionFulfilled' : 'activity.conditionUnfulfilled',
  );
  const others = task.run.checked.filter((id) => id !== conditionId);
  return withRun(logged, task, { checked: checked ? [...others, conditionId] : others });
}
