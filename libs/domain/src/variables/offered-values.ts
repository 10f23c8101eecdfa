import { clip, Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** How a provider names the variable that has the values: an id, a key, or both. */
const namesOf = (written: Json | undefined): readonly string[] =>
  [written, ...(isObject(written) ? [written.id, written.key] : [])].filter(isText);

/**
 * The values that a list box offers (rest-operations.md, more variable types). `others` are the variables that its provider may
 * name. Null for a variable without a provider, or whose provider or list is not known here.
 */
export function offeredValues(
  { valueProvider }: Pick<Variable, 'valueProvider'>,
  others: readonly Variable[],
): readonly string[] | null {
  if (!isObject(valueProvider)) return null;
  const { values, variable } = valueProvider;
  if (isList(values)) return values.every((each) => typeof each === 'string') ? values : null;
  const names = namesOf(variable);
  const source = others.find(({ id, key }) => names.some((name) => lastOf(name) === id || bareKey(name) === key));
  const value = source?.value ?? null;
  return isList(value) ? value.filter(isText) : null;
}

/**
 * Returns why the list box of a variable does not offer a value; null if it does. A value with a placeholder is not known
 * yet.
 */
export function whyNotOffered(variable: Variable, value: VariableValue, others: readonly Variable[]): string | null {
  const offered = variable.type === 'PasswordStringVariable' ? null : offeredValues(variable, others);
  if (offered === null) return null;
  const given = isList(value) ? value : [value];
  const wrong = given.find((each) => isText(each) && !each.includes('${') && !offered.includes(each));
  return wrong === undefined
    ? null
    : `variables.${variable.key}: '${clip(String(wrong))}' is not one of the values that its list offers`;
}

/**
 * Refuses a variable whose value its list box does not offer. The list may be in one of the plan's variables, and in a global
 * or folder variable, which are read only then. Throws Invalid, and what reading them throws.
 */
export function requireOffered(
  variable: Variable,
  variables: readonly Variable[],
  readShared: () => ReadonlyMap<string, Variable>,
): void {
  if (!isObject(variable.valueProvider)) return;
  const isHere = offeredValues(variable, variables) !== null;
  const shared = isHere ? [] : readShared().values();
  const why = whyNotOffered(variable, variable.value, [...variables, ...shared]);
  if (why !== null) throw new Invalid(why);
}
