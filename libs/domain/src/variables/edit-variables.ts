import type { Env } from '../decision/env.ts';
import type { ActivityType } from '../decision/outcome.ts';
import { logRelease, type Turn } from '../decision/turn.ts';

import type { VariableDraft } from '../model/draft.ts';
import { clip, Invalid, NotFound } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { requireOpen } from '../plans/guards.ts';
import { requireFewVariables } from '../plans/validate.ts';
import { changedVariable, keyTaken, newKeyIn, newVariable } from './variable-parts.ts';
import { isShared } from './variables.ts';

/** A new variable beside the others of its release. Throws Invalid for a key or value that cannot be, Conflict for a key that is taken. */
function variableFrom(draft: VariableDraft, others: readonly Variable[], env: Env): Variable {
  const isFree = !others.some(({ id }) => id === draft.id);
  const variable = newVariable(isFree ? draft : { ...draft, id: null }, () => env.newId('Variable'));
  const { key } = variable;
  if (isShared(key)) throw new Invalid(`key: '${clip(key)}' belongs to global or folder variables`);
  if (others.some((other) => other.key === key)) throw keyTaken(key);
  return variable;
}

/** New variables, none with the key of another. Throws Invalid, Conflict. */
export function variablesFrom(drafts: readonly VariableDraft[], env: Env): readonly Variable[] {
  const made: Variable[] = [];
  for (const draft of drafts) made.push(variableFrom(draft, made, env));
  return made;
}

function logVariable(turn: Turn, type: ActivityType, release: Release, key: string, verb: string): void {
  logRelease(turn, type, release, `${verb} variable '${clip(key)}' of`);
}

/** Adds a variable. Throws Invalid, Conflict. */
export function addVariable(release: Release, draft: VariableDraft, turn: Turn): Release {
  requireOpen(release, 'add a variable');
  const variable = variableFrom(draft, release.variables, turn.env);
  logVariable(turn, 'RELEASE_VARIABLE_CREATED', release, variable.key, 'Created');
  const variables = [...release.variables, variable];
  requireFewVariables(variables);
  return { ...release, variables };
}

function logChange(turn: Turn, release: Release, before: Variable, after: Variable): void {
  if (before === after) return;
  const isValue = before.value !== after.value;
  logVariable(
    turn,
    isValue ? 'RELEASE_VARIABLE_VALUE_UPDATED' : 'RELEASE_VARIABLE_UPDATED',
    release,
    after.key,
    'Changed',
  );
}

/** The variable. Throws NotFound. */
export function variableOf(release: Release, id: string): Variable {
  const variable = release.variables.find((candidate) => candidate.id === id);
  if (!variable) throw new NotFound(`there is no variable '${clip(id)}' in release '${release.id}'`);
  return variable;
}

/** Changes a variable; quiet when nothing differs. Throws Invalid, Conflict, NotFound. */
export function updateVariable(
  release: Release,
  id: string,
  patch: Partial<Omit<Variable, 'id' | 'type'>>,
  turn: Turn,
): Release {
  const before = variableOf(release, id);
  requireNoOther(release, before, patch);
  const after = changedVariable(before, patch);
  if (after === before) return release;
  requireOpen(release, 'change a variable');
  logChange(turn, release, before, after);
  return { ...release, variables: release.variables.map((variable) => (variable === before ? after : variable)) };
}

/** A key cannot change, and least of all to that of another variable. Throws Conflict. */
function requireNoOther({ variables }: Release, variable: Variable, patch: Partial<Pick<Variable, 'key'>>): void {
  const key = newKeyIn(variable, patch);
  if (key !== null && variables.some((other) => other.key === key)) throw keyTaken(key);
}

/** The variable that is meant by one of a list: what has its id, else what has its key. Throws Conflict for two of them. */
function meant(release: Release, draft: VariableDraft): Variable | undefined {
  const alike = release.variables.filter(({ type }) => type === draft.type);
  const named = alike.find(({ id }) => id === draft.id);
  if (named !== undefined) requireNoOther(release, named, draft);
  return named ?? alike.find(({ key }) => key === bareKey(draft.key));
}

/** Makes the list of variables what is given: changes those that are named by id or key, adds new ones, drops the rest. Throws Invalid, Conflict. */
export function replaceVariables(release: Release, drafts: readonly VariableDraft[], turn: Turn): Release {
  requireOpen(release, 'change the variables');
  const kept: Variable[] = [];
  for (const draft of drafts) {
    const before = meant(release, draft);
    const { id, type, ...patch } = draft;
    // an id of the old list stays with the variable that has it, or goes with it
    const isOld = release.variables.some((variable) => variable.id === id);
    const after = before
      ? changedVariable(before, patch)
      : variableFrom(isOld ? { ...draft, id: null } : draft, kept, turn.env);
    if (kept.some(({ key }) => key === after.key)) throw keyTaken(after.key);
    if (before) logChange(turn, release, before, after);
    else logVariable(turn, 'RELEASE_VARIABLE_CREATED', release, after.key, 'Created');
    kept.push(after);
  }
  const gone = release.variables.filter(({ id }) => !kept.some((variable) => variable.id === id));
  for (const { key } of gone) logVariable(turn, 'RELEASE_VARIABLE_DELETED', release, key, 'Deleted');
  const isSame =
    kept.length === release.variables.length && kept.every((variable, index) => variable === release.variables[index]);
  return isSame ? release : { ...release, variables: kept };
}

/** Deletes a variable. Throws Conflict, NotFound. */
export function deleteVariable(release: Release, id: string, turn: Turn): Release {
  requireOpen(release, 'delete a variable');
  const { key } = variableOf(release, id);
  logVariable(turn, 'RELEASE_VARIABLE_DELETED', release, key, 'Deleted');
  return { ...release, variables: release.variables.filter((variable) => variable.id !== id) };
}

/** Gives variables values by key; keys without a variable are an error. Throws Invalid. */
export function setValues(release: Release, values: Readonly<Record<string, VariableValue>>, turn: Turn): Release {
  return Object.entries(values).reduce((current, [written, value]) => {
    const variable = current.variables.find(({ key }) => key === bareKey(written));
    if (!variable) throw new Invalid(`variables: there is no variable '${clip(written)}'`);
    return updateVariable(current, variable.id, { value }, turn);
  }, release);
}
