type Parts = Readonly<Record<string, unknown>>;

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The later of two JSON values, in which each part that has not changed is the very part of the earlier one: what shows it
 * need not look at it again. The earlier one itself where all is the same.
 */
export function withSameParts<Value>(before: unknown, after: Value): Value;
export function withSameParts(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after)) {
    const parts = after.map((part, at) => withSameParts(before[at], part));
    return parts.length === before.length && parts.every((part, at) => part === before[at]) ? before : parts;
  }
  if (isParts(before) && isParts(after)) {
    const parts = Object.entries(after).map(([name, part]) => [name, withSameParts(before[name], part)] as const);
    const isKept = ([name, part]: readonly [string, unknown]) => Object.hasOwn(before, name) && part === before[name];
    const isSame = parts.length === Object.keys(before).length && parts.every(isKept);
    return isSame ? before : Object.fromEntries(parts);
  }
  return after;
}
