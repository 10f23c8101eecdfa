import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Returns the names of the variable with the values of a list box: an id, a key, or both. */
const variableNamesIn = (provider: Json | undefined): readonly string[] =>
  [provider, ...(isObject(provider) ? [provider.id, provider.key] : [])].filter(isText);

/**
 * Returns the values that a list box offers (rest-operations.md, more variable types). Its provider can refer to a
 * variable in `others`. Returns null for a variable without a provider, and for an unknown provider or list.
 */
export function offeredValues(
  { valueProvider }: Pick<Variable, 'valueProvider'>,
  others: readonly Variable[],
): readonly string[] | null {
  if (!isObject(valueProvider)) return null;
  const { values, variable } = valueProvider;
  if (isList(values)) return values.every((item) => typeof item === 'string') ? values : null;
  const names = variableNamesIn(variable);
  const source = others.find(({ id, key }) => names.some((name) => lastOf(name) === id || bareKey(name) === key));
  const value = source?.value ?? null;
  return isList(value) ? value.filter(isText) : null;
}

const isSecret = ({ type }: Pick<Variable, 'type'>): boolean => type === 'PasswordStringVariable';

const itemsOf = (value: VariableValue): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [value];

/** Whether a text contains a placeholder, or the start of one that another text could complete. */
const isOpen = (text: unknown): text is string => isText(text) && text.includes('${');

/** Returns a reason without replaced placeholders, because the reader may not have access to those variables. */
function notOfferedReason(
  { type, key }: Variable,
  value: VariableValue,
  offered: readonly string[] | null,
  current: () => VariableValue | undefined = () => value,
): Message | null {
  if (offered === null || isSecret({ type })) return null;
  const invalidItem = itemsOf(value).find((item) => isText(item) && !offered.includes(item));
  if (invalidItem === undefined) return null;
  const replaced = isOpen(value) ? current() : value;
  return isText(replaced) && offered.includes(replaced)
    ? null
    : message('offeredValue.notOffered', { key, value: String(invalidItem) });
}

/** Returns why the list box of a variable does not offer a value; null if it does. Placeholders are not replaced. */
export const offerRefusal = (variable: Variable, value: VariableValue, others: readonly Variable[]): Message | null =>
  notOfferedReason(variable, value, offeredValues(variable, others));

/** The variables that can contain the values of a list box. */
export interface ListSources {
  /** The variables of the release or template. */
  readonly variables: readonly Variable[];
  /** Returns the global and folder variables. Called only if no variable of the plan has the list. */
  readonly readShared: () => ReadonlyMap<string, Variable>;
}

function offeredBy(variable: Variable, { variables, readShared }: ListSources): readonly string[] | null {
  const offeredByRelease = offeredValues(variable, variables);
  if (offeredByRelease !== null || !isObject(variable.valueProvider)) return offeredByRelease;
  return offeredValues(variable, [...variables, ...readShared().values()]);
}

/**
 * Rejects a value that the list box of its variable does not offer. `current` returns the value with its placeholders
 * replaced, if they can be replaced; the list can offer either text. Throws Invalid and the errors of the functions.
 */
export function requireOffered(
  variable: Variable,
  sources: ListSources,
  current?: () => VariableValue | undefined,
): void {
  const reason = notOfferedReason(variable, variable.value, offeredBy(variable, sources), current);
  if (reason !== null) throw new Invalid(reason);
}

/**
 * Rejects user input that the list box of its variable does not offer, and user input with a placeholder. A placeholder
 * would reveal the value of any variable to the user in the texts of the release. Placeholders are allowed in items of
 * the list, and in variables without interpolation. Throws Invalid and the errors of the functions.
 */
export function requireOfferedInput(variable: Variable, sources: ListSources): void {
  const { key, value, preventInterpolation } = variable;
  const offered = offeredBy(variable, sources);
  const reason = notOfferedReason(variable, value, offered);
  if (reason !== null) throw new Invalid(reason);
  if (isSecret(variable) || preventInterpolation || value === null) return;
  const texts = typeof value === 'object' && !isList(value) ? Object.entries(value).flat() : itemsOf(value);
  if (texts.every((item) => !isOpen(item) || offered?.includes(item))) return;
  throw new Invalid(message('offeredValue.placeholder', { key, placeholder: '${key}' }));
}
