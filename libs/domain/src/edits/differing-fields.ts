const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether two JSON values are the same, in whatever order the members of objects stand. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (isList(one) || isList(other)) {
    if (!isList(one) || !isList(other) || one.length !== other.length) return false;
    return one.every((each, index) => isSameJson(each, other[index]));
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(Reflect.get(one, name), Reflect.get(other, name)))
  );
}

/** The given fields that differ from the stored ones. Unknown fields are left out. */
export function differingFields<T extends object>(there: T, given: Partial<T>): Partial<T> {
  const different: Partial<T> = {};
  for (const key in there) {
    if (given[key] !== undefined && !isSameJson(given[key], there[key])) different[key] = given[key];
  }
  return different;
}
