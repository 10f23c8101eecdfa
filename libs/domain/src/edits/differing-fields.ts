const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether two JSON values are equal, regardless of the order of object members. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameJson(item, b[index]));
  }
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(Reflect.get(a, name), Reflect.get(b, name)))
  );
}

/** Returns the requested fields that differ from the stored ones. Unknown fields are ignored. */
export function differingFields<T extends object>(stored: T, requested: Partial<T>): Partial<T> {
  const changes: Partial<T> = {};
  for (const key in stored) {
    if (requested[key] !== undefined && !isSameJson(requested[key], stored[key])) changes[key] = requested[key];
  }
  return changes;
}
