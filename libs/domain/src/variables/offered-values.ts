import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { isObject, type Json } from '../model/json.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** How a provider names the variable that has the values: an id, a key, or both. */
const variableNamesIn = (provider: Json | undefined): readonly string[] =>
  [provider, ...(isObject(provider) ? [provider.id, provider.key] : [])].filter(isText);

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

/** The reason does not contain a value that a placeholder names, because its reader may not see that variable. */
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

/** The variables that may have the list of a list box. */
export interface ListSources {
  /** of the plan */
  readonly variables: readonly Variable[];
  /** Returns the global and folder variables, which are read only if the list is in none of the plan's. */
  readonly readShared: () => ReadonlyMap<string, Variable>;
}

function offeredBy(variable: Variable, { variables, readShared }: ListSources): readonly string[] | null {
  const offeredByRelease = offeredValues(variable, variables);
  if (offeredByRelease !== null || !isObject(variable.valueProvider)) return offeredByRelease;
  return offeredValues(variable, [...variables, ...readShared().values()]);
}

/**
 * Refuses a variable whose value its list box does not offer. `current` returns the value with its placeholders replaced:
 * the list may offer either text. Throws Invalid, and what the functions throw.
 */
export function requireOffered(
  variable: Variable,
  sources: ListSources,
  current: () => VariableValue | undefined,
): void {
  const reason = notOfferedReason(variable, variable.value, offeredBy(variable, sources), current);
  if (reason !== null) throw new Invalid(reason);
}

/**
 * Refuses an answer that the list box of its variable does not offer, and an answer with a placeholder: texts of the release
 * would show its author the value of any variable that the placeholder names. An item of the list may contain one, and so
 * may a variable that is inserted as it is. Throws Invalid, and what the functions throw.
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
