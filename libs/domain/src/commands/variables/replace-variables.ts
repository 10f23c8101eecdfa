import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import type { VariableDraft } from '../../model/draft.ts';
import { bareKey } from '../../model/placeholders.ts';
import type { Release } from '../../model/release.ts';
import type { Variable } from '../../model/variable.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { ownId } from '../../plans/claim-ids.ts';
import { requireOpen } from '../../plans/guards.ts';
import { applyVariablePatch, keyConflict } from '../../variables/build-variable.ts';
import { logChange, logVariable, requireFreeKey, variableFrom } from '../../variables/edit-variables.ts';
import { sealVariable } from '../../variables/seal-drafts.ts';
import type { ChosenIds, EditDefinition } from '../definition/definition.ts';

/** The whole list: it deletes variables that it does not name, and creates those without a known id or key. */
export interface ReplaceVariables {
  readonly type: 'replaceVariables';
  readonly variables: readonly VariableDraft[];
}

/** Ids of variables of the release are references. */
const ids: ChosenIds<ReplaceVariables> = {
  list: ({ variables }, release) => {
    const ownIds = new Set<unknown>(release.variables.map(({ id }) => id));
    return variables.filter(({ id }) => !ownIds.has(id)).flatMap(ownId);
  },
  claim: (command, { assign }, release) => {
    const ownIds = new Set<unknown>(release.variables.map(({ id }) => id));
    return {
      ...command,
      variables: command.variables.map((variable) => (ownIds.has(variable.id) ? variable : assign(variable))),
    };
  },
};

export const replaceVariables: EditDefinition<ReplaceVariables> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: null,
  ids,
  secrets: {
    seal: (command, seal) => ({
      ...command,
      variables: command.variables.map((variable) => sealVariable(seal, variable)),
    }),
    mapCreations: null,
  },
  inPlan: { ids, requireData: null, newPart: null },
  handle,
};

/** The variables of a release by their ids, and by type and key. */
function indexOf({ variables }: Release) {
  const typeAndKey = (type: string, key: string): string => `${type} ${key}`;
  const byId = new Map(variables.map((variable) => [variable.id, variable]));
  const byKey = new Map(variables.map((variable) => [typeAndKey(variable.type, variable.key), variable]));
  return {
    byId,
    /** Returns the variable of this type that has the id of a draft, else the one that has its key. */
    find: ({ id, type, key }: VariableDraft): Variable | undefined => {
      const named = byId.get(id ?? '');
      return named?.type === type ? named : byKey.get(typeAndKey(type, bareKey(key)));
    },
  };
}

/**
 * Makes the list of variables what is given: changes those that are named by id or key, adds new ones, drops the rest. Throws
 * Invalid, Conflict.
 */
function handle(before: OutcomeDraft, { variables: drafts }: ReplaceVariables): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'changeVariables');
  const existing = indexOf(release);
  const result: Variable[] = [];
  const resultKeys = new Set<string>();
  let logged = before;
  for (const draft of drafts) {
    const old = existing.find(draft);
    if (old !== undefined && old.id === draft.id) requireFreeKey(release, old, draft);
    const { id, type, ...patch } = draft;
    // an id of the old list stays with the variable that has it, or is deleted with it
    const isOld = existing.byId.has(id ?? '');
    const variable = old
      ? applyVariablePatch(old, patch)
      : variableFrom(isOld ? { ...draft, id: null } : draft, result, context.env);
    if (resultKeys.has(variable.key)) throw keyConflict(variable.key);
    logged = old ? logChange(logged, old, variable) : logVariable(logged, 'RELEASE_VARIABLE_CREATED', variable);
    result.push(variable);
    resultKeys.add(variable.key);
  }
  const resultIds = new Set(result.map(({ id }) => id));
  for (const variable of release.variables) {
    if (!resultIds.has(variable.id)) logged = logVariable(logged, 'RELEASE_VARIABLE_DELETED', variable);
  }
  const isSame =
    result.length === release.variables.length &&
    result.every((variable, index) => variable === release.variables[index]);
  return isSame ? logged : withRelease(logged, { ...release, variables: result });
}
