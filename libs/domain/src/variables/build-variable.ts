import { isIdOf } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import { blankVariable, passwordMask, type Variable } from '../model/variable.ts';
import { isEqual, pickChanges } from '../plans/edit.ts';
import { isEmpty, valueFor } from './values.ts';

const keyPattern = /^[^${}\p{Cc}]{1,255}$/u;

/**
 * Returns a new variable of a release, trigger or folder, or a global one. Keeps the id of the draft if it is
 * well-formed. Throws Invalid for an invalid key or value.
 */
export function newVariable(draft: VariableDraft, newId: () => string): Variable {
  const key = bareKey(draft.key);
  if (!keyPattern.test(key)) throw new Invalid(message('variable.badKey', { key: draft.key }));
  const { id, ...fields } = draft;
  const value = draft.value === passwordMask && draft.type === 'PasswordStringVariable' ? null : draft.value;
  return {
    ...blankVariable,
    ...fields,
    id: typeof id === 'string' && isIdOf('Variable', id) ? id : newId(),
    key,
    value: valueFor(key, draft.type, value),
  };
}

/** Returns the drafts with the password type for each text whose variable in the template is a password. */
export const withPasswordsOf = <T extends Pick<VariableDraft, 'key' | 'type'>>(
  template: readonly Variable[],
  drafts: readonly T[],
): readonly T[] =>
  drafts.map((draft) => {
    const isPasswordWithKey = ({ key, type }: Variable) =>
      type === 'PasswordStringVariable' && key === bareKey(draft.key);
    return draft.type === 'StringVariable' && template.some(isPasswordWithKey)
      ? { ...draft, type: 'PasswordStringVariable' as const }
      : draft;
  });

/** Returns the error for a duplicate key. Clients depend on its text (compatibility.md, Answers). */
export const keyConflict = (key: string): Conflict => new Conflict(message('variable.keyExists', { key }));

/** Returns the new key of a variable in a patch, or null if the key does not change. */
export function newKeyIn(variable: Variable, { key }: Partial<Pick<Variable, 'key'>>): string | null {
  const newKey = key === undefined ? variable.key : bareKey(key);
  return newKey === variable.key ? null : newKey;
}

/**
 * Returns the variable with a patch applied, or the same object if no field differs. A mask keeps the stored password.
 * Throws Invalid.
 */
const isSame = (left: unknown, right: unknown): boolean => isEqual(left, right) || (isEmpty(left) && isEmpty(right));

/** Returns the variable with a patch applied, or the same object if no field differs. A mask keeps the stored password.
 * Throws Invalid.
 */
export function applyVariablePatch(variable: Variable, patch: Partial<Omit<Variable, 'id' | 'type'>>): Variable {
  if (newKeyIn(variable, patch) !== null) {
    throw new Invalid(message('variable.fixedKey', { key: variable.key }));
  }
  const keepsValue =
    patch.value === undefined || (variable.type === 'PasswordStringVariable' && patch.value === passwordMask);
  const value = keepsValue ? variable.value : valueFor(variable.key, variable.type, patch.value);
  // A variable that was stored before a field was added does not have this field.
  const changes = pickChanges({ ...blankVariable, ...variable }, { ...patch, key: variable.key, value }, isSame);
  return Object.keys(changes).length === 0 ? variable : { ...variable, ...changes };
}
