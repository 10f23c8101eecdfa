import { requireData } from '../decision/context.ts';
import { changeDescription } from '../decision/describe-changes.ts';
import type { Env } from '../decision/env.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logRelease } from '../decision/log.ts';
import type { ActivityType } from '../decision/outcome.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import type { VariableCommand } from '../decision/plan-commands.ts';
import { message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { clip, Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { isGranted } from '../people/access-attributes.ts';
import { neededForCommand } from '../people/needed-permissions.ts';
import { requireOpen } from '../plans/guards.ts';
import { requireVariableLimit } from '../plans/validate.ts';
import { applyVariablePatch, keyConflict, newKeyIn, newVariable } from './build-variable.ts';
import { requireOfferedInput } from './offered-values.ts';
import { replaceVariable } from './replace-variable.ts';
import { findOwnVariable, isShared, requireVariable } from './values.ts';

/** What answers the commands on the variables of a release or template. */
export const variableHandlers: CommandHandlers<VariableCommand['type']> = {
  addVariable,
  updateVariable,
  replaceVariables,
  deleteVariable,
  replaceVariable,
};

/** A new variable beside the others of its release. Throws Invalid for a key or value that cannot be, Conflict for a key that is taken. */
function variableFrom(draft: VariableDraft, others: readonly Variable[], env: Env): Variable {
  const hasFreeId = !others.some(({ id }) => id === draft.id);
  const variable = newVariable(hasFreeId ? draft : { ...draft, id: null }, () => env.newId('Variable'));
  const { key } = variable;
  if (isShared(key)) throw new Invalid(message('variable.sharedKey', { key }));
  if (others.some((candidate) => candidate.key === key)) throw keyConflict(key);
  return variable;
}

/** New variables, none with the key of another. Throws Invalid, Conflict. */
export function variablesFrom(drafts: readonly VariableDraft[], env: Env): readonly Variable[] {
  const created: Variable[] = [];
  for (const draft of drafts) created.push(variableFrom(draft, created, env));
  return created;
}

const logVariable = (before: OutcomeDraft, type: ActivityType, key: string, verb: string, detail = ''): OutcomeDraft =>
  logRelease(before, type, `${verb} variable '${clip(key)}' of`, detail);

/** Adds a variable. Throws Invalid, Conflict. */
function addVariable(before: OutcomeDraft, { variable: draft }: CommandOf['addVariable']): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'add a variable');
  const variable = variableFrom(draft, release.variables, context.env);
  const variables = [...release.variables, variable];
  requireVariableLimit(variables);
  const logged = logVariable(before, 'RELEASE_VARIABLE_CREATED', variable.key, 'Created');
  return withRelease(logged, { ...release, variables });
}

function logChange(before: OutcomeDraft, old: Variable, variable: Variable): OutcomeDraft {
  if (old === variable) return before;
  const isValue = old.value !== variable.value;
  const type = isValue ? 'RELEASE_VARIABLE_VALUE_UPDATED' : 'RELEASE_VARIABLE_UPDATED';
  const secrets = new Set(old.type === 'PasswordStringVariable' ? ['value'] : []);
  return logVariable(before, type, variable.key, 'Changed', changeDescription(before.context, old, variable, secrets));
}

/** Whether a user, and not a script, sets a value only because a running task requests it. */
const isAnswer = ({ release, context: { caller, byScript } }: OutcomeDraft): boolean =>
  caller !== null && !byScript && !isGranted(neededForCommand.updateVariable, caller, { release });

/** Changes a variable; quiet when nothing differs. The rules of answers apply to an answer. Throws Invalid, Conflict, NotFound. */
function updateVariable(before: OutcomeDraft, { variableId, patch }: CommandOf['updateVariable']): OutcomeDraft {
  const { release } = before;
  const old = requireVariable(release, variableId);
  requireFreeKey(release, old, patch);
  const variable = applyVariablePatch(old, patch);
  if (variable === old) return before;
  requireOpen(release, 'change a variable');
  const variables = release.variables.map((current) => (current === old ? variable : current));
  const { data } = before.context.env;
  if (isAnswer(before)) {
    requireOfferedInput(variable, { variables, readShared: () => requireData(data.variables, { kind: 'variables' }) });
  }
  return withRelease(logChange(before, old, variable), { ...release, variables });
}

/** A key cannot change, and least of all to that of another variable. Throws Conflict. */
function requireFreeKey({ variables }: Release, variable: Variable, patch: Partial<Pick<Variable, 'key'>>): void {
  const key = newKeyIn(variable, patch);
  if (key !== null && variables.some((candidate) => candidate.key === key)) throw keyConflict(key);
}

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
function replaceVariables(before: OutcomeDraft, { variables: drafts }: CommandOf['replaceVariables']): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'change the variables');
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
    logged = old
      ? logChange(logged, old, variable)
      : logVariable(logged, 'RELEASE_VARIABLE_CREATED', variable.key, 'Created');
    result.push(variable);
    resultKeys.add(variable.key);
  }
  const resultIds = new Set(result.map(({ id }) => id));
  for (const { id, key } of release.variables) {
    if (!resultIds.has(id)) logged = logVariable(logged, 'RELEASE_VARIABLE_DELETED', key, 'Deleted');
  }
  const isSame =
    result.length === release.variables.length &&
    result.every((variable, index) => variable === release.variables[index]);
  return isSame ? logged : withRelease(logged, { ...release, variables: result });
}

/** Deletes a variable. Throws Conflict, NotFound. */
function deleteVariable(before: OutcomeDraft, { variableId }: CommandOf['deleteVariable']): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'delete a variable');
  const deleted = requireVariable(release, variableId);
  const logged = logVariable(before, 'RELEASE_VARIABLE_DELETED', deleted.key, 'Deleted');
  return withRelease(logged, { ...release, variables: release.variables.filter((variable) => variable !== deleted) });
}

/** Gives variables values by key; keys without a variable are an error. Throws Invalid. */
export function setValues(before: OutcomeDraft, values: Readonly<Record<string, VariableValue>>): OutcomeDraft {
  return Object.entries(values).reduce((current, [rawKey, value]) => {
    const variable = findOwnVariable(current.release, bareKey(rawKey));
    if (!variable) throw new Invalid(message('variable.unknown', { key: rawKey }));
    return updateVariable(current, { type: 'updateVariable', variableId: variable.id, patch: { value } });
  }, before);
}
