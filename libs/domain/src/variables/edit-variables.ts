import { requireData } from '../decision/context.ts';
import { describeChanges } from '../decision/describe-changes.ts';
import type { Env } from '../decision/env.ts';
import { logRelease, namedObject } from '../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { isGranted } from '../people/access-attributes.ts';
import { neededToEdit } from '../people/needed-permissions.ts';
import { requireOpen } from '../plans/guards.ts';
import { applyVariablePatch, keyConflict, newKeyIn, newVariable } from './build-variable.ts';
import { requireOfferedInput } from './offered-values.ts';
import { findOwnVariable, isShared, requireVariable } from './values.ts';

/**
 * Returns a new variable of a release with the variables `others`. Throws Invalid for an invalid key or value, and
 * Conflict for a duplicate key.
 */
export function variableFrom(draft: VariableDraft, others: readonly Variable[], env: Env): Variable {
  const hasFreeId = !others.some(({ id }) => id === draft.id);
  const variable = newVariable(hasFreeId ? draft : { ...draft, id: null }, () => env.newId('Variable'));
  const { key } = variable;
  if (isShared(key)) throw new Invalid(message('variable.sharedKey', { key }));
  if (others.some((candidate) => candidate.key === key)) throw keyConflict(key);
  return variable;
}

/** Returns new variables with distinct keys. Throws Invalid, Conflict. */
export function variablesFrom(drafts: readonly VariableDraft[], env: Env): readonly Variable[] {
  const created: Variable[] = [];
  for (const draft of drafts) created.push(variableFrom(draft, created, env));
  return created;
}

const variableCodes = {
  RELEASE_VARIABLE_CREATED: 'activity.variableCreated',
  RELEASE_VARIABLE_DELETED: 'activity.variableDeleted',
} as const;

/** Logs a new or deleted variable. */
export const logVariable = (
  before: OutcomeDraft,
  type: keyof typeof variableCodes,
  { id, key }: Variable,
): OutcomeDraft =>
  logRelease(before, type, (subject) => message(variableCodes[type], { ...subject, variable: namedObject(id, key) }));

/** Logs a changed variable. Logs nothing if it is unchanged. */
export function logChange(before: OutcomeDraft, old: Variable, variable: Variable): OutcomeDraft {
  if (old === variable) return before;
  const isValue = old.value !== variable.value;
  const type = isValue ? 'RELEASE_VARIABLE_VALUE_UPDATED' : 'RELEASE_VARIABLE_UPDATED';
  const secrets = new Set(old.type === 'PasswordStringVariable' ? ['value'] : []);
  const changes = describeChanges(before.context, old, variable, secrets);
  return logRelease(before, type, (subject) =>
    message('activity.variableChanged', { ...subject, variable: namedObject(variable.id, variable.key), changes }),
  );
}

/** Whether a user sets a value without permission to edit the release, because a running task requests it. */
const isAnswer = ({ release, context: { caller, byScript } }: OutcomeDraft): boolean =>
  caller !== null && !byScript && !isGranted(neededToEdit, caller, { release });

/** A change of a variable. */
export interface VariableChange {
  readonly variableId: string;
  readonly patch: Partial<Omit<Variable, 'id' | 'type'>>;
}

/**
 * Changes a variable. Logs nothing if no field differs. A value that a running task requests must be valid user input.
 * Throws Invalid, Conflict, NotFound.
 */
export function changeVariable(before: OutcomeDraft, { variableId, patch }: VariableChange): OutcomeDraft {
  const { release } = before;
  const old = requireVariable(release, variableId);
  requireFreeKey(release, old, patch);
  const variable = applyVariablePatch(old, patch);
  if (variable === old) return before;
  requireOpen(release, 'changeVariable');
  const variables = release.variables.map((current) => (current === old ? variable : current));
  const { data } = before.context.env;
  if (isAnswer(before)) {
    requireOfferedInput(variable, { variables, readShared: () => requireData(data.variables, { kind: 'variables' }) });
  }
  return withRelease(logChange(before, old, variable), { ...release, variables });
}

/** Rejects a change of the key to the key of another variable. Throws Conflict. */
export function requireFreeKey(
  { variables }: Release,
  variable: Variable,
  patch: Partial<Pick<Variable, 'key'>>,
): void {
  const key = newKeyIn(variable, patch);
  if (key !== null && variables.some((candidate) => candidate.key === key)) throw keyConflict(key);
}

/** Sets values of variables by key. Throws Invalid for an unknown key. */
export function setValues(before: OutcomeDraft, values: Readonly<Record<string, VariableValue>>): OutcomeDraft {
  return Object.entries(values).reduce((current, [rawKey, value]) => {
    const variable = findOwnVariable(current.release, bareKey(rawKey));
    if (!variable) throw new Invalid(message('variable.unknown', { key: rawKey }));
    return changeVariable(current, { variableId: variable.id, patch: { value } });
  }, before);
}
