import { requireData } from '../decision/context.ts';
import { type Message, message } from '../messages/message.ts';
import { readDate } from '../model/dates.ts';
import { Invalid, NotFound } from '../model/errors.ts';
import { maxItems } from '../model/limits.ts';
import { fill, keysIn, soleKey } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { passwordMask, type Variable, type VariableType, type VariableValue } from '../model/variable.ts';
import { specialVariable, type ValueSource, type VariableContext } from './special-variables.ts';

export function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Returns a list of texts, with numbers and booleans converted; undefined for others (compatibility.md, Scripts). */
export const toTexts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every(isPlain) ? value.map(String) : undefined;

/** Returns a map of texts, with numbers and booleans converted; undefined for others. */
export function toTextMap(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  if (!entries.every(([, item]) => isPlain(item))) return undefined;
  return Object.fromEntries(entries.map(([key, item]) => [key, String(item)]));
}

/** Returns the value of a variable for scripts. Unset lists, sets and maps are empty (compatibility.md, Flow). */
export function valueToScripts({ type, value }: Pick<Variable, 'type' | 'value'>): VariableValue {
  if (value !== null) return value;
  if (type === 'ListStringVariable' || type === 'SetStringVariable') return [];
  return type === 'MapStringStringVariable' ? {} : null;
}

/** Types for which an empty text is a value. For all others it means no value. */
const textTypes: ReadonlySet<VariableType> = new Set(['StringVariable', 'PasswordStringVariable', 'ReferenceVariable']);

function parseValue(type: VariableType, raw: unknown): VariableValue | undefined {
  switch (type) {
    case 'StringVariable':
    case 'PasswordStringVariable':
    case 'ReferenceVariable':
      if (typeof raw === 'number' || typeof raw === 'bigint' || typeof raw === 'boolean') return String(raw);
      return typeof raw === 'string' ? raw : undefined;
    case 'ListStringVariable':
      return toTexts(raw);
    case 'SetStringVariable':
      return toSet(toTexts(raw));
    case 'MapStringStringVariable':
      return toTextMap(raw);
    case 'BooleanVariable':
      return parseBoolean(raw);
    case 'IntegerVariable':
      return parseInteger(raw);
    case 'DateVariable':
      return typeof raw === 'string' || typeof raw === 'number' ? (readDate(raw) ?? undefined) : undefined;
  }
}

const toSet = (texts: readonly string[] | undefined) => texts && [...new Set(texts)];

function parseBoolean(raw: unknown): boolean | undefined {
  const normalized = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
  if (normalized === 'true' || normalized === 'false') return normalized === 'true';
  return typeof normalized === 'boolean' ? normalized : undefined;
}

const decimalDigits = /^[+-]?\d+$/;

/** Parses an integer. Accepts only decimal texts, because other notations such as `0x10` or `1e3` are ambiguous. */
function parseInteger(raw: unknown): number | undefined {
  const value = typeof raw === 'string' && decimalDigits.test(raw.trim()) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** A converted value, or the reason why it cannot be converted. */
type ShapeResult = { readonly value: VariableValue } | { readonly why: Message };

function shapeValue(key: string, type: VariableType, raw: unknown): ShapeResult {
  if (raw === null || raw === undefined) return { value: null };
  if (raw === '' && !textTypes.has(type)) return { value: null };
  const value = parseValue(type, raw);
  if (value === undefined)
    return { why: message(isIntegerOutside(type, raw) ? 'value.IntegerRange' : `value.${type}`, { key }) };
  if (typeof value === 'object' && value !== null && Object.keys(value).length > maxItems)
    return { why: message('value.tooManyItems', { key, max: maxItems }) };
  return { value };
}

/** Whether an invalid value is an integer outside the safe range. */
const isIntegerOutside = (type: VariableType, raw: unknown): boolean =>
  type === 'IntegerVariable' && (typeof raw === 'string' ? decimalDigits.test(raw.trim()) : isInteger(raw));

const isInteger = (raw: unknown): boolean => typeof raw === 'bigint' || Number.isInteger(raw);

/**
 * Converts a value from a client to the type of its variable. Accepts booleans, dates and decimal numbers as texts,
 * also with whitespace around them (`"True"`, `" 3"`). Null and empty texts mean no value. Throws Invalid with a
 * message that does not contain the value.
 */
export function valueFor(key: string, type: VariableType, raw: unknown): VariableValue {
  const result = shapeValue(key, type, raw);
  if ('why' in result) throw new Invalid(result.why);
  return result.value;
}

/** Returns why a value is invalid for a type of variable, or null. The reason does not contain the value. */
export function unsuitableReason(key: string, type: VariableType, raw: unknown): Message | null {
  const result = shapeValue(key, type, raw);
  return 'why' in result ? result.why : null;
}

/** Returns the variable of a release with this key. Ignores global, folder and predefined variables. */
export const findOwnVariable = (release: Pick<Release, 'variables'>, key: string): Variable | undefined =>
  release.variables.find((variable) => variable.key === key);

/** Returns the variable of a release with this id. Throws NotFound. */
export function requireVariable(release: Release, id: string): Variable {
  const variable = release.variables.find((candidate) => candidate.id === id);
  if (!variable) throw new NotFound(message('notFound.variableInRelease', { id, releaseId: release.id }));
  return variable;
}

/** Whether a key is that of a global or folder variable. */
export const isShared = (key: string): boolean => key.startsWith('global.') || key.startsWith('folder.');

/** The source of a value: a variable or a field of the release. */
type Source = Pick<Variable, 'type' | 'value' | 'preventInterpolation'>;

/** Returns the variable for a key: of the release, predefined, global or of a folder. Throws MissingData. */
export function variableFor(release: ValueSource, key: string, context: VariableContext): Source | undefined {
  if (!isShared(key)) return findOwnVariable(release, key) ?? specialVariable(release, key, context);
  return requireData(context.env.data.variables, { kind: 'variables' }).get(key);
}

/** The values resolved so far, and the nesting depth of the current variable. */
interface Resolution {
  readonly seen: Map<string, VariableValue | undefined>;
  readonly depth: number;
}
const newResolution = (): Resolution => ({ seen: new Map(), depth: 0 });

/** Deeper placeholders are not replaced, because a chain of thousands of variables would overflow the stack. */
const maxResolutionDepth = 100;

/**
 * Returns the value of a key with its placeholders replaced, or undefined if there is no such variable. Each key is
 * resolved once (`seen`), so the cost is linear in the number of variables. A circular placeholder is not replaced.
 */
export function currentValue(
  release: ValueSource,
  key: string,
  context: VariableContext,
  { seen, depth }: Resolution = newResolution(),
): VariableValue | undefined {
  if (seen.has(key)) return seen.get(key);
  const variable = variableFor(release, key, context);
  if (!variable) return undefined;
  if (variable.type === 'PasswordStringVariable') return passwordMask;
  const { value } = variable;
  if (typeof value !== 'string' || variable.preventInterpolation || depth >= maxResolutionDepth) return value;
  seen.set(key, value);
  const filled = fill(value, valuesOf(release, keysIn(value), context, { seen, depth: depth + 1 }));
  seen.set(key, filled);
  return filled;
}

/** Returns the values of these keys. Keys without a variable are omitted. */
export function valuesOf(
  release: ValueSource,
  keys: readonly string[],
  context: VariableContext,
  resolution: Resolution = newResolution(),
): Readonly<Record<string, VariableValue>> {
  const pairs = keys.flatMap((key) => {
    const value = currentValue(release, key, context, resolution);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(pairs);
}

/** Returns the distinct keys in the texts and mapped fields of a task. */
export function keysOf(task: Task): readonly string[] {
  const { uses, variableMapping } = task.definition;
  const mapped = Object.values(variableMapping).flatMap((rawKey) => soleKey(rawKey) ?? []);
  return [...new Set([...Object.values(uses).flat(), ...mapped])];
}

/**
 * Returns the keys of required variables without a value that a task uses. Excludes the variables of a user input task,
 * because the task requests them.
 */
export function missingKeys(release: Pick<Release, 'variables'>, task: Task): readonly string[] {
  if (release.variables.length === 0) return [];
  const used = keysOf(task);
  return release.variables
    .filter(({ key, requiresValue, value }) => requiresValue && isEmpty(value) && used.includes(key))
    .filter(({ id }) => !task.definition.inputs.includes(id))
    .map(({ key }) => key);
}

/** Returns the keys of the required variables that a user must set when a release is created or started. */
export const missingAtStart = (variables: readonly Variable[]): readonly string[] =>
  variables
    .filter(({ requiresValue, showOnReleaseStart, value }) => requiresValue && showOnReleaseStart && isEmpty(value))
    .map(({ key }) => key);
