import { isIdOf } from '../ids/ids.ts';
import { message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { Conflict, Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import { blankVariable, passwordMask, type Variable } from '../model/variable.ts';
import { isEqual, pickChanges } from '../plans/edit.ts';
import { isEmpty, valueFor } from './values.ts';

const keyPattern = /^[^${}\p{Cc}]{1,255}$/u;

/** A new variable of a release, a trigger, a folder or of all; the draft's id is kept where it is one. Throws Invalid for a key or value that cannot be. */
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

/** Values for variables of a template, where one for a password is a password, too, though it was sent as a text. */
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

/** The refusal of a second variable with a key, in the words that clients look for (compatibility.md, Answers). */
export const keyConflict = (key: string): Conflict => new Conflict(message('variable.keyExists', { key }));

/** The key that a change gives a variable, where that is another one; null otherwise. */
export function newKeyIn(variable: Variable, { key }: Partial<Pick<Variable, 'key'>>): string | null {
  const newKey = key === undefined ? variable.key : bareKey(key);
  return newKey === variable.key ? null : newKey;
}

/** Null, an empty text, an empty list and an empty map all mean that a field of a variable has no value. */
const isSame = (left: unknown, right: unknown): boolean => isEqual(left, right) || (isEmpty(left) && isEmpty(right));

/** The variable with its changes; the same one if no field differs. A mask keeps the stored password. Throws Invalid. */
export function applyVariablePatch(variable: Variable, patch: Partial<Omit<Variable, 'id' | 'type'>>): Variable {
  if (newKeyIn(variable, patch) !== null) {
    throw new Invalid(message('variable.fixedKey', { key: variable.key }));
  }
  const keepsValue =
    patch.value === undefined || (variable.type === 'PasswordStringVariable' && patch.value === passwordMask);
  const value = keepsValue ? variable.value : valueFor(variable.key, variable.type, patch.value);
  // one that was stored before there was a field has no such member
  const changes = pickChanges({ ...blankVariable, ...variable }, { ...patch, key: variable.key, value }, isSame);
  return Object.keys(changes).length === 0 ? variable : { ...variable, ...changes };
}
