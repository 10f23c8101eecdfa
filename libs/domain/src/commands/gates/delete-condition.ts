import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { findCondition, requireGate } from '../../gates/gate-parts.ts';
import { onGatePart } from '../../gates/guarded-parts.ts';
import { neededToEditTask } from '../../people/needed-permissions.ts';
import { withEdits } from '../../plans/edit.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface DeleteCondition {
  readonly type: 'deleteCondition';
  readonly conditionId: string;
}

export const deleteCondition: EditDefinition<DeleteCondition> = {
  permission: neededToEditTask,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: onGatePart,
  ids: null,
  secrets: null,
  inPlan: { ids: null, requireData: null, newPart: null },
  handle,
};

/** Deletes a condition. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { conditionId }: DeleteCondition): OutcomeDraft {
  const task = requireGate(before, findCondition(before.release, conditionId).task.id, 'deleteConditionOf');
  const next = withEdits(task, { conditions: task.definition.conditions.filter(({ id }) => id !== conditionId) });
  const logged = logTask(before, 'GATE_CONDITION_DELETED', task, 'activity.conditionDeleted');
  return withRun(logged, next, { checked: next.run.checked.filter((id) => id !== conditionId) });
}
