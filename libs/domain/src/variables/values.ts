import { requireData } from '../decision/context.ts';
import { type Message, message } from '../messages/message.ts';
import { readDate } from '../model/dates.ts';
import { Invalid, NotFound } from '../model/errors.ts';
import { maxItems } from '../model/limits.ts';
import { fill, keysIn, soleKey } from '../model/placeholders.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { passwordMask, type Variable, type VariableType, type VariableValue } from '../model/variable.ts';
import { specialVariable, type VariableContext } from './special-variables.ts';

export function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** A list of texts; numbers and booleans in it become texts (compatibility.md, Scripts). */
export const toTexts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every(isPlain) ? value.map(String) : undefined;

/** A map of texts, likewise. */
export function toTextMap(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  if (!entries.every(([, item]) => isPlain(item))) return undefined;
  return Object.fromEntries(entries.map(([key, item]) => [key, String(item)]));
}

/** What a variable holds to a script: an unset list, set or map is empty (compatibility.md, Flow). */
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

/** Texts are decimal: in other notations, as `0x10` or `1e3`, another number could be meant. */
function parseInteger(raw: unknown): number | undefined {
  const value = typeof raw === 'string' && decimalDigits.test(raw.trim()) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** A value in the shape of a type, or why there is none. */
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

/** Whether a value that cannot be stored is an integer outside the safe range. */
const isIntegerOutside = (type: VariableType, raw: unknown): boolean =>
  type === 'IntegerVariable' && (typeof raw === 'string' ? decimalDigits.test(raw.trim()) : isInteger(raw));

const isInteger = (raw: unknown): boolean => typeof raw === 'bigint' || Number.isInteger(raw);

/**
 * A value that a client sent, in the shape of its variable's type. Text forms of booleans, dates and decimal numbers
 * are accepted, also with blanks around them (`"True"`, `" 3"`). Null and the empty text mean no value. Throws Invalid, without the value.
 */
export function valueFor(key: string, type: VariableType, raw: unknown): VariableValue {
  const result = shapeValue(key, type, raw);
  if ('why' in result) throw new Invalid(result.why);
  return result.value;
}

/** Returns why a value cannot be that of a variable of this type; null if it can. The reason does not contain the value. */
export function unsuitableReason(key: string, type: VariableType, raw: unknown): Message | null {
  const result = shapeValue(key, type, raw);
  return 'why' in result ? result.why : null;
}

/** The release's own variable of this key. */
export const findOwnVariable = (release: Release, key: string): Variable | undefined =>
  release.variables.find((variable) => variable.key === key);

/** The release's own variable of this id. Throws NotFound. */
export function requireVariable(release: Release, id: string): Variable {
  const variable = release.variables.find((candidate) => candidate.id === id);
  if (!variable) throw new NotFound(message('notFound.variableInRelease', { id, releaseId: release.id }));
  return variable;
}

/** Whether a key is that of a global or folder variable. */
export const isShared = (key: string): boolean => key.startsWith('global.') || key.startsWith('folder.');

/** What a value is taken from: a variable, or a field of the release. */
type Source = Pick<Variable, 'type' | 'value' | 'preventInterpolation'>;

/** The variable that a key names in a release: its own, a field of it, a global or a folder one. Throws MissingData. */
export function variableFor(release: Release, key: string, context: VariableContext): Source | undefined {
  if (!isShared(key)) return findOwnVariable(release, key) ?? specialVariable(release, key, context);
  return requireData(context.env.data.variables, { kind: 'variables' }).get(key);
}

/** What has been worked out so far, and how many variables stand around the one that is being worked out. */
interface Resolution {
  readonly seen: Map<string, VariableValue | undefined>;
  readonly depth: number;
}
const newResolution = (): Resolution => ({ seen: new Map(), depth: 0 });

/** Variables that are nested deeper stay as they are written: a chain of thousands would end the stack. */
const maxResolutionDepth = 100;

/**
 * The value of a key with the placeholders inside it replaced, or undefined where there is no such
 * variable. Each key is worked out once (`seen`): variables that mention each other cost no more than
 * they are many, and a circle ends in the placeholder as it was written.
 */
export function currentValue(
  release: Release,
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

/** The values of these keys; keys without a variable are left out. */
export function valuesOf(
  release: Release,
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

/** The keys that a task mentions in its texts or takes fields from, each once. */
export function keysOf(task: Task): readonly string[] {
  const { uses, variableMapping } = task.definition;
  const mapped = Object.values(variableMapping).flatMap((rawKey) => soleKey(rawKey) ?? []);
  return [...new Set([...Object.values(uses).flat(), ...mapped])];
}

/**
 * The required variables of the release that a task uses and that have no value yet. The variables of a user input
 * task are not missing: the task requests them.
 */
export function missingKeys(release: Pick<Release, 'variables'>, task: Task): readonly string[] {
  if (release.variables.length === 0) return [];
  const used = keysOf(task);
  return release.variables
    .filter(({ key, requiresValue, value }) => requiresValue && isEmpty(value) && used.includes(key))
    .filter(({ id }) => !task.definition.inputs.includes(id))
    .map(({ key }) => key);
}

/** The required variables without a value that a user must enter when the release is created or started. */
export const missingAtStart = (variables: readonly Variable[]): readonly string[] =>
  variables
    .filter(({ requiresValue, showOnReleaseStart, value }) => requiresValue && showOnReleaseStart && isEmpty(value))
    .map(({ key }) => key);
