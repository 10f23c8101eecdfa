import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { requireOpen } from '../../plans/guards.ts';
import { logVariable } from '../../variables/edit-variables.ts';
import { requireVariable } from '../../variables/values.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface DeleteVariable {
  readonly type: 'deleteVariable';
  readonly variableId: string;
}

export const deleteVariable: CommandDefinition<DeleteVariable> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/** Deletes a variable. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { variableId }: DeleteVariable): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'deleteVariable');
  const deleted = requireVariable(release, variableId);
  const logged = logVariable(before, 'RELEASE_VARIABLE_DELETED', deleted);
  return withRelease(logged, { ...release, variables: release.variables.filter((variable) => variable !== deleted) });
}
