type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasId = (value: unknown): value is JsonObject & { readonly id: unknown } =>
  isJsonObject(value) && Object.hasOwn(value, 'id');

/**
 * Returns the JSON value `after`, with each unchanged part replaced by the object of `before`, so that components do
 * not render again. List items are matched by id, or else by position. Returns `before` if both values are equal.
 */
export function shareStructure<Value>(before: unknown, after: Value): Value;
export function shareStructure(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after)) {
    const previousById = new Map(before.filter(hasId).map((part) => [part.id, part]));
    const shared = after.map((part, index) =>
      shareStructure((hasId(part) && previousById.get(part.id)) || before[index], part),
    );
    return shared.length === before.length && shared.every((part, index) => part === before[index]) ? before : shared;
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const shared = Object.entries(after).map(([name, part]) => [name, shareStructure(before[name], part)] as const);
    const isUnchanged = ([name, part]: readonly [string, unknown]) =>
      Object.hasOwn(before, name) && part === before[name];
    const isSame = shared.length === Object.keys(before).length && shared.every(isUnchanged);
    return isSame ? before : Object.fromEntries(shared);
  }
  return after;
}
