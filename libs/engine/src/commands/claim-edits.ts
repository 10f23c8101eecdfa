import type { PlanEdit, Release } from '@slipway/domain';
import type { Connection } from '@slipway/persistence';
import { claimFor, type IdClaim, idOf, idsOfPhase, idsOfTask, phaseWithin, taskWithin } from './claim-ids.ts';

function idsOfEdit(edit: PlanEdit): readonly string[] {
  switch (edit.type) {
    case 'addPhase':
      return idsOfPhase(edit.phase);
    case 'addTask':
      return idsOfTask(edit.task);
    case 'addCondition':
    case 'addDependency':
      return idOf(edit);
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
      return edit.variables.flatMap(idOf);
  }
}

/** Gives free ids to the new parts of an edit, and updates its references to other new parts. */
function editWithin(claim: IdClaim, edit: PlanEdit, own: ReadonlySet<unknown>): PlanEdit {
  const { assign, translate } = claim;
  switch (edit.type) {
    case 'addPhase':
      return { ...edit, phase: phaseWithin(claim, edit.phase) };
    case 'addTask':
      return { ...edit, containerId: translate(edit.containerId), task: taskWithin(claim, edit.task) };
    case 'moveTask':
      return { ...edit, containerId: translate(edit.containerId) };
    case 'updateTask':
      return { ...edit, taskId: translate(edit.taskId), patch: taskWithin(claim, edit.patch) };
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
      return { ...edit, variables: edit.variables.map((each) => (own.has(each.id) ? each : assign(each))) };
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
  const own = new Set<unknown>(variables.map(({ id }) => id));
  const known = new Set([
    ...own,
    ...edits.map((edit) => (edit.type === 'deleteDependency' ? edit.dependencyId : null)),
  ]);
  const ids = edits.flatMap(idsOfEdit).filter((id) => !known.has(id));
  const claim = await claimFor(connection, ids);
  return edits.map((edit) => editWithin(claim, edit, own));
}
