import type { Release } from '../../model/release.ts';
import { inputTaskFor } from '../../people/access-attributes.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { changeVariable, type VariableChange } from '../../variables/edit-variables.ts';
import { type Sealer, sealValue } from '../../variables/seal-drafts.ts';
import type { EditDefinition } from '../definition/definition.ts';

export interface UpdateVariable extends VariableChange {
  readonly type: 'updateVariable';
}

/** A user who can complete a running task that lists the variable can set its value without this permission. */
export const updateVariable: EditDefinition<UpdateVariable> = {
  permission: neededToEdit,
  permissionRule: {
    on: 'inputTask',
    find: ({ variableId }, release, caller) => inputTaskFor(release, variableId, caller),
    needed: (command, { inputTask }) => (inputTask !== undefined && setsValueOnly(command) ? [] : [neededToEdit]),
  },
  move: null,
  usesMembership: false,
  authorship: 'values',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: {
    seal: sealPatch,
    mapCreations: null,
  },
  inPlan: { ids: null, requireData: null, newPart: null },
  handle: changeVariable,
};

/** Whether a command changes only the value of a variable. */
const setsValueOnly = ({ patch }: UpdateVariable): boolean => Object.keys(patch).every((name) => name === 'value');

function sealPatch(command: UpdateVariable, seal: Sealer, { variables }: Release): UpdateVariable {
  const { variableId, patch } = command;
  const variable = variables.find(({ id }) => id === variableId);
  if (variable === undefined || patch.value === undefined) return command;
  return { ...command, patch: { ...patch, value: sealValue(seal, variable, patch.value) } };
}
