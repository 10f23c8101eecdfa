import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import type { VariableDraft } from '../../model/draft.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { ownId } from '../../plans/claim-ids.ts';
import { requireOpen } from '../../plans/guards.ts';
import { requireVariableLimit } from '../../plans/validate.ts';
import { logVariable, variableFrom } from '../../variables/edit-variables.ts';
import { sealVariable } from '../../variables/seal-drafts.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface AddVariable {
  readonly type: 'addVariable';
  readonly variable: VariableDraft;
}

export const addVariable: CommandDefinition<AddVariable> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'values',
  movedIds: null,
  guard: null,
  ids: {
    list: ({ variable }) => ownId(variable),
    claim: (command, { assign }) => ({ ...command, variable: assign(command.variable) }),
  },
  secrets: {
    seal: (command, seal) => ({ ...command, variable: sealVariable(seal, command.variable) }),
    mapCreations: null,
  },
  handle,
};

/** Adds a variable. Throws Invalid, Conflict. */
function handle(before: OutcomeDraft, { variable: draft }: AddVariable): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'addVariable');
  const variable = variableFrom(draft, release.variables, context.env);
  const variables = [...release.variables, variable];
  requireVariableLimit(variables);
  const logged = logVariable(before, 'RELEASE_VARIABLE_CREATED', variable);
  return withRelease(logged, { ...release, variables });
}
