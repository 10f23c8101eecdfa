import { bareKey, passwordMask, type Variable, type VariableValue } from '@slipway/domain/model';
import { valueFor } from '@slipway/domain/variables';
import type { Seal } from '@slipway/persistence/secrets';

/**
 * Encrypts a value. The mask stays as it is and keeps the stored value, and an empty value stays empty. The domain
 * treats encrypted values as texts, so other types are rejected here. Throws Invalid.
 */
export function sealValue(
  seal: Seal,
  { key, type }: Pick<Variable, 'key' | 'type'>,
  value: VariableValue,
): VariableValue {
  if (type !== 'PasswordStringVariable' || value === null || value === '' || value === passwordMask) return value;
  return seal.seal('variable', String(valueFor(bareKey(key), type, value)));
}

/** A variable with its password sealed. Throws Invalid. */
export const sealVariable = <T extends Pick<Variable, 'key' | 'type'> & { readonly value?: VariableValue }>(
  seal: Seal,
  variable: T,
): T => (variable.value === undefined ? variable : { ...variable, value: sealValue(seal, variable, variable.value) });
