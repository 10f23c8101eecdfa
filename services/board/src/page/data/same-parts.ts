type Parts = Readonly<Record<string, unknown>>;

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasId = (value: unknown): value is Parts & { readonly id: unknown } =>
  isParts(value) && Object.hasOwn(value, 'id');

/**
 * The later of two JSON values, with each unchanged part replaced by the earlier object, so that components need not
 * render again. List items are matched by id, or else by position. The earlier value itself if all is equal.
 */
export function withSameParts<Value>(before: unknown, after: Value): Value;
export function withSameParts(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after)) {
    const known = new Map(before.filter(hasId).map((part) => [part.id, part]));
    const parts = after.map((part, at) => withSameParts((hasId(part) && known.get(part.id)) || before[at], part));
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
