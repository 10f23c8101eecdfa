import type { Json } from './json.ts';
import type { VariableValue } from './variable.ts';

/** A mention of a variable in a text; the first group is its key. Replacing all is safe, since none holds another. */
export const placeholder = /\$\{([^${}]{1,256})\}/g;
const maxNesting = 32;

/** The key inside `${key}`, when the whole text is one placeholder. */
export function soleKey(text: string): string | null {
  const match = /^\$\{([^${}]{1,256})\}$/.exec(text.trim());
  return match?.[1]?.trim() ?? null;
}

/** A variable key as clients write it, with or without `${}`. */
export const bareKey = (rawKey: string): string => soleKey(rawKey) ?? rawKey.trim();

/** The variable keys that texts mention, at any depth of a JSON value, each once. */
export function keysIn(value: Json | undefined, depth = 0): readonly string[] {
  if (typeof value === 'string') {
    return value.includes('${') ? [...mentionedKeys(value)] : [];
  }
  if (value === null || value === undefined || typeof value !== 'object' || depth > maxNesting) return [];
  const parts: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
  return [...new Set(parts.flatMap((part) => keysIn(part, depth + 1)))];
}

/** Match by match: a text of a megabyte may mention a quarter of a million. */
function mentionedKeys(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [, key = ''] of text.matchAll(placeholder)) keys.add(key.trim());
  return keys;
}

/** A value as it reads inside a text: lists are joined with `, `, maps are `key: value`. */
export function textOf(value: VariableValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${item}`)
    .join(', ');
}

/** How much values may add to one text, in characters: texts that double each other grow beyond any memory. */
const maxInsertedCharacters = 1_000_000;

/** How many characters values may still add to all texts of one answer. */
export interface FillBudget {
  left: number;
}

/**
 * The text with its placeholders replaced. A placeholder stays if `values` lacks it, or if the text would exceed the
 * limit.
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

/** A JSON value with the placeholders of all its texts replaced. */
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
