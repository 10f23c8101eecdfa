import type { Env } from '../env.ts';
import { Conflict, Invalid, NotFound } from '../errors.ts';
import { clip, isIdOf } from '../ids.ts';
import type { VariableDraft } from '../model/draft.ts';
import type { Release } from '../model/release.ts';
import { blankVariable, type Variable, type VariableValue } from '../model/variable.ts';
import type { ActivityType } from '../outcome.ts';
import { bareKey } from '../placeholders.ts';
import { logRelease, type Turn } from '../turn.ts';
import { passwordMask, valueFor } from '../variables.ts';
import { differing } from './edit.ts';
import { requireOpen } from './guards.ts';

const keyPattern = /^[^${}\p{Cc}]{1,255}$/u;

/** A new variable beside the others of its release. Throws Invalid for a key or value that cannot be, Conflict for a key that is taken. */
function variableFrom(draft: VariableDraft, others: readonly Variable[], env: Env): Variable {
  const key = bareKey(draft.key);
  if (!keyPattern.test(key)) throw new Invalid(`key: '${clip(draft.key)}' is not a variable name`);
  if (key.startsWith('global.') || key.startsWith('folder.'))
    throw new Invalid(`key: '${clip(key)}' belongs to global or folder variables`);
  if (others.some((other) => other.key === key)) throw new Conflict(`a variable with the key '${key}' exists already`);
  const { id, ...given } = draft;
  const isFree = typeof id === 'string' && isIdOf('Variable', id) && !others.some((other) => other.id === id);
  const value = draft.value === passwordMask && draft.type === 'PasswordStringVariable' ? null : draft.value;
  return {
    ...blankVariable,
    ...given,
    id: isFree ? id : env.newId('Variable'),
    key,
    value: valueFor(key, draft.type, value),
  };
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
  return { ...release, variables: [...release.variables, variable] };
}

/** The variable with its changes; a mask keeps the stored password. Throws Invalid. */
function changedBy(variable: Variable, patch: Partial<Omit<Variable, 'id' | 'type'>>): Variable {
  if (patch.key !== undefined && bareKey(patch.key) !== variable.key) {
    throw new Invalid(`key: the key of variable '${clip(variable.key)}' cannot change`);
  }
  const keeps =
    patch.value === undefined || (variable.type === 'PasswordStringVariable' && patch.value === passwordMask);
  const value = keeps ? variable.value : valueFor(variable.key, variable.type, patch.value);
  const different = differing(variable, { ...patch, key: variable.key, value });
  return Object.keys(different).length === 0 ? variable : { ...variable, ...different };
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
function variableOf(release: Release, id: string): Variable {
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
  const after = changedBy(before, patch);
  if (after === before) return release;
  requireOpen(release, 'change a variable');
  logChange(turn, release, before, after);
  return { ...release, variables: release.variables.map((variable) => (variable === before ? after : variable)) };
}

/** Makes the list of variables what is given: changes those that are named by id or key, adds new ones, drops the rest. Throws Invalid, Conflict. */
export function replaceVariables(release: Release, drafts: readonly VariableDraft[], turn: Turn): Release {
  requireOpen(release, 'change the variables');
  const kept: Variable[] = [];
  for (const draft of drafts) {
    const before = release.variables.find(
      ({ id, key, type }) => (id === draft.id || key === bareKey(draft.key)) && type === draft.type,
    );
    const { id, type, ...patch } = draft;
    const after = before ? changedBy(before, patch) : variableFrom(draft, kept, turn.env);
    if (kept.some(({ key }) => key === after.key))
      throw new Conflict(`a variable with the key '${after.key}' exists already`);
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
