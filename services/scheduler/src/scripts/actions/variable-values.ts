import { type Json, type Variable, type VariableValue, valueFor } from '@slipway/domain';
import { variableValue } from '@slipway/wire';

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
