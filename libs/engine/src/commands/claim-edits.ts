import type { PlanEdit } from '@slipway/domain/decision';
import type { Release } from '@slipway/domain/model';
import type { Connection } from '@slipway/persistence/database';
import { claimInPhase, claimInTask, createIdClaim, type IdClaim, idsOfPhase, idsOfTask, ownId } from './claim-ids.ts';

function idsOfEdit(edit: PlanEdit): readonly string[] {
  switch (edit.type) {
    case 'addPhase':
      return idsOfPhase(edit.phase);
    case 'addTask':
      return idsOfTask(edit.task);
    case 'addCondition':
    case 'addDependency':
      return ownId(edit);
    case 'updateTask':
    case 'moveTask':
    case 'changeTaskType':
    case 'deleteTask':
    case 'updateCondition':
    case 'deleteCondition':
    case 'deleteDependency':
    case 'updatePhase':
    case 'movePhase':
    case 'deletePhase':
    case 'lockTask':
    case 'unlockTask':
    case 'updateRelease':
    case 'updateVariable':
      return [];
    case 'replaceVariables':
      return edit.variables.flatMap(ownId);
  }
}

/** Gives free ids to the new parts of an edit, and updates its references to other new parts. */
function claimInEdit(claim: IdClaim, edit: PlanEdit, ownIds: ReadonlySet<unknown>): PlanEdit {
  const { assign, translate } = claim;
  switch (edit.type) {
    case 'addPhase':
      return { ...edit, phase: claimInPhase(claim, edit.phase) };
    case 'addTask':
      return { ...edit, containerId: translate(edit.containerId), task: claimInTask(claim, edit.task) };
    case 'moveTask':
      return { ...edit, containerId: translate(edit.containerId) };
    case 'updateTask':
      return { ...edit, taskId: translate(edit.taskId), patch: claimInTask(claim, edit.patch) };
    case 'addCondition':
      return assign(edit);
    case 'addDependency':
      return { ...assign(edit), target: translate(edit.target) };
    case 'changeTaskType':
    case 'deleteTask':
    case 'updateCondition':
    case 'deleteCondition':
    case 'deleteDependency':
    case 'updatePhase':
    case 'movePhase':
    case 'deletePhase':
    case 'lockTask':
    case 'unlockTask':
    case 'updateRelease':
    case 'updateVariable':
      return edit;
    case 'replaceVariables':
      return {
        ...edit,
        variables: edit.variables.map((variable) => (ownIds.has(variable.id) ? variable : assign(variable))),
      };
  }
}

/**
 * Edits of a plan, whose new parts keep their ids if these are free. Ids of variables of the release are references. A
 * dependency that moves within its gate keeps its id.
 */
export async function claimEdits(
  connection: Connection,
  { variables }: Release,
  edits: readonly PlanEdit[],
): Promise<readonly PlanEdit[]> {
  const ownIds = new Set<unknown>(variables.map(({ id }) => id));
  const existingIds = new Set([
    ...ownIds,
    ...edits.map((edit) => (edit.type === 'deleteDependency' ? edit.dependencyId : null)),
  ]);
  const ids = edits.flatMap(idsOfEdit).filter((id) => !existingIds.has(id));
  const claim = await createIdClaim(connection, ids);
  return edits.map((edit) => claimInEdit(claim, edit, ownIds));
}
