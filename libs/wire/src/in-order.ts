import { isObject, type Json } from '@slipway/domain';

/**
 * Free JSON with the keys of its objects in one order. The database gives them an order of its own, and what has not
 * been read back has the one in which it came: an answer shall be the same text, made of either.
 */
export function inOrder(value: Json): Json {
  if (isList(value)) return listInOrder(value);
  return isObject(value) ? mapInOrder(value, inOrder) : value;
}

/** Each of a list in order. */
export const listInOrder = (list: readonly Json[]): readonly Json[] => (list.length === 0 ? list : list.map(inOrder));

/** A map with its keys in order, and what becomes of its values. */
export function mapInOrder<T>(map: Readonly<Record<string, T>>, each: (value: T) => T = same): typeof map {
  const entries = Object.entries(map);
  if (entries.length === 0) return map;
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, value]) => [key, each(value)]),
  );
}

const same = <T>(value: T): T => value;
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
