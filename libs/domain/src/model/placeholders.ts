import type { Json } from './json.ts';
import type { VariableValue } from './variable.ts';

/** A placeholder; the first group is the variable key. Placeholders cannot be nested, so `replaceAll` is safe. */
export const placeholder = /\$\{([^${}]{1,256})\}/g;
const maxNesting = 32;

/** Returns the key if the whole text is one placeholder, otherwise null. */
export function soleKey(text: string): string | null {
  const match = /^\$\{([^${}]{1,256})\}$/.exec(text.trim());
  return match?.[1]?.trim() ?? null;
}

/** Returns a variable key without `${}`. Clients send keys in both forms. */
export const bareKey = (rawKey: string): string => soleKey(rawKey) ?? rawKey.trim();

/** Returns the variable keys in all texts of a JSON value, without duplicates. */
export function keysIn(value: Json | undefined, depth = 0): readonly string[] {
  if (typeof value === 'string') {
    return value.includes('${') ? [...mentionedKeys(value)] : [];
  }
  if (value === null || value === undefined || typeof value !== 'object' || depth > maxNesting) return [];
  const parts: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
  return [...new Set(parts.flatMap((part) => keysIn(part, depth + 1)))];
}

/** Iterates over the matches without an array: a text of a megabyte can contain a quarter of a million. */
function mentionedKeys(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [, key = ''] of text.matchAll(placeholder)) keys.add(key.trim());
  return keys;
}

/** Formats a value for a text: lists are joined with `, `, maps are `key: value`. */
export function textOf(value: VariableValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${item}`)
    .join(', ');
}

/**
 * The maximum length that values can add to one text, in characters. Without it, texts that include each other twice
 * would grow exponentially.
 */
const maxInsertedCharacters = 1_000_000;

/** The remaining length that values can add to all texts of a response, in characters. */
export interface FillBudget {
  left: number;
}

/**
 * Replaces the placeholders of a text. A placeholder remains if `values` does not contain its key, or if the text would
 * exceed the limit.
 */
export function fill(text: string, values: Readonly<Record<string, VariableValue>>, budget?: FillBudget): string {
  if (!text.includes('${')) return text;
  const available = Math.min(maxInsertedCharacters, budget?.left ?? maxInsertedCharacters);
  let remaining = available;
  const filled = text.replace(placeholder, (whole, key: string) => {
    const value = Object.hasOwn(values, key.trim()) ? values[key.trim()] : undefined;
    const replacement = value === undefined ? whole : textOf(value);
    remaining -= replacement.length;
    return remaining < 0 ? whole : replacement;
  });
  if (budget) budget.left -= available - Math.max(0, remaining);
  return filled;
}

/** Replaces the placeholders in all texts of a JSON value. */
export function fillDeep(
  value: Json,
  values: Readonly<Record<string, VariableValue>>,
  budget?: FillBudget,
  depth = 0,
): Json {
  if (typeof value === 'string') return fill(value, values, budget);
  if (value === null || typeof value !== 'object' || depth > maxNesting) return value;
  if (Array.isArray(value)) return value.map((part: Json) => fillDeep(part, values, budget, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, fillDeep(part, values, budget, depth + 1)]),
  );
}
