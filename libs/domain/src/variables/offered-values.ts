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

const isSecret = ({ type }: Pick<Variable, 'type'>): boolean => type === 'PasswordStringVariable';

const itemsOf = (value: VariableValue): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [value];

/** Whether a text contains a placeholder, or the start of one that another text could complete. */
const isOpen = (text: unknown): text is string => isText(text) && text.includes('${');

/** The reason does not contain a value that a placeholder names, because its reader may not see that variable. */
function whyNotIn(
  { type, key }: Variable,
  value: VariableValue,
  offered: readonly string[] | null,
  current: () => VariableValue | undefined = () => value,
): string | null {
  if (offered === null || isSecret({ type })) return null;
  const wrong = itemsOf(value).find((each) => isText(each) && !offered.includes(each));
  if (wrong === undefined) return null;
  const replaced = isOpen(value) ? current() : value;
  return isText(replaced) && offered.includes(replaced)
    ? null
    : `variables.${key}: '${clip(String(wrong))}' is not one of the values that its list offers`;
}

/** Returns why the list box of a variable does not offer a value; null if it does. Placeholders are not replaced. */
export const whyNotOffered = (variable: Variable, value: VariableValue, others: readonly Variable[]): string | null =>
  whyNotIn(variable, value, offeredValues(variable, others));

/** The variables that may have the list of a list box. */
export interface ListSources {
  /** of the plan */
  readonly variables: readonly Variable[];
  /** Returns the global and folder variables, which are read only if the list is in none of the plan's. */
  readonly readShared: () => ReadonlyMap<string, Variable>;
}

function offeredBy(variable: Variable, { variables, readShared }: ListSources): readonly string[] | null {
  const here = offeredValues(variable, variables);
  if (here !== null || !isObject(variable.valueProvider)) return here;
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
  const why = whyNotIn(variable, variable.value, offeredBy(variable, sources), current);
  if (why !== null) throw new Invalid(why);
}

/**
 * Refuses an answer that the list box of its variable does not offer, and an answer with a placeholder: texts of the release
 * would show its author the value of any variable that the placeholder names. An item of the list may contain one, and so
 * may a variable that is inserted as it is. Throws Invalid, and what the functions throw.
 */
export function requireAnswer(variable: Variable, sources: ListSources): void {
  const { key, value, preventInterpolation } = variable;
  const offered = offeredBy(variable, sources);
  const why = whyNotIn(variable, value, offered);
  if (why !== null) throw new Invalid(why);
  if (isSecret(variable) || preventInterpolation || value === null) return;
  const texts = typeof value === 'object' && !isList(value) ? Object.entries(value).flat() : itemsOf(value);
  if (texts.every((each) => !isOpen(each) || offered?.includes(each))) return;
  throw new Invalid(`variables.${key}: a value for a task cannot contain a placeholder (\${key})`);
}
