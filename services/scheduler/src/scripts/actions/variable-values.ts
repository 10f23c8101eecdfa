import { variableValue } from '@slipway/api-schema/variables';
import type { Json, Variable, VariableValue } from '@slipway/domain/model';
import { valueFor } from '@slipway/domain/variables';

/**
 * The value as this variable may hold it; a variable of text takes a list or map as its JSON. Throws Invalid: a script
 * that leaves what cannot be kept has failed (compatibility.md, Scripts).
 */
export function valueForVariable({ key, type }: Pick<Variable, 'key' | 'type'>, value: Json): VariableValue {
  const isText = type === 'StringVariable' || type === 'PasswordStringVariable' || type === 'ReferenceVariable';
  return valueFor(key, type, isText && typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
}

/** A value that a variable may have; anything else is its JSON text. */
export function asValue(value: Json): VariableValue {
  const parsed = variableValue.safeParse(value);
  return parsed.success ? parsed.data : JSON.stringify(value);
}
