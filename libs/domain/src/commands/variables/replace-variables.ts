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

/**
 * Replaces the whole list of variables: variables that are not listed are deleted, and variables without a known id or
 * key are created.
 */
export interface ReplaceVariables {
  readonly type: 'replaceVariables';
  readonly variables: readonly VariableDraft[];
}

/** Variable ids refer to existing variables of the release. */
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

/** Returns an index of the variables of a release, by id and by type and key. */
function indexOf({ variables }: Release) {
  const typeAndKey = (type: string, key: string): string => `${type} ${key}`;
  const byId = new Map(variables.map((variable) => [variable.id, variable]));
  const byKey = new Map(variables.map((variable) => [typeAndKey(variable.type, variable.key), variable]));
  return {
    byId,
    /** Returns the variable of the draft's type with the id of the draft; otherwise the one with its type and key. */
    find: ({ id, type, key }: VariableDraft): Variable | undefined => {
      const named = byId.get(id ?? '');
      return named?.type === type ? named : byKey.get(typeAndKey(type, bareKey(key)));
    },
  };
}

/**
 * Replaces the list of variables: changes variables that are listed by id or key, adds new ones and deletes the others.
 * Throws Invalid, Conflict.
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
    // an id of the old list is not reused for a new variable
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
