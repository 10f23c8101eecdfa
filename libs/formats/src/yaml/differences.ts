import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '@slipway/domain/model';
import type { Members } from './read-yaml.ts';

/** One field that differs between the stored and the requested object. */
export interface Difference {
  /** the path of the field, with titles of parts in brackets: `phases[Build].tasks[Compile].description` */
  readonly field: string;
  /** null: the field is absent */
  readonly before: Json;
  readonly after: Json;
}

/** The members that can identify the items of a list. The first one that all items have is used. */
const nameMembers = ['phase', 'name', 'key', 'template', 'target'] as const;

/** Returns the differences between two objects, by field. Named items of lists are compared by name. */
export function differences(before: Members, after: Members): readonly Difference[] {
  return memberDifferences(before, after, '');
}

function memberDifferences(before: Members, after: Members, prefix: string): readonly Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((name) => valueDifferences(before[name] ?? null, after[name] ?? null, prefix + name));
}

function valueDifferences(before: Json, after: Json, field: string): readonly Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, now] = [partsByName(before), partsByName(after)];
  if (old !== null && now !== null && old.size + now.size > 0) return partDifferences(old, now, field);
  if (isObject(before) && isObject(after)) return memberDifferences(before, after, `${field}.`);
  return [{ field, before, after }];
}

/** Returns the parts of a list by name. A duplicate name gets a number. Returns null for another value. */
function partsByName(value: Json): ReadonlyMap<string, Members> | null {
  if (value === null) return new Map();
  if (!Array.isArray(value) || !value.every(isObject)) return null;
  const by = nameMembers.find((candidate) => value.every((part) => typeof part[candidate] === 'string'));
  if (by === undefined) return value.length === 0 ? new Map() : null;
  const parts = new Map<string, Members>();
  for (const part of value) {
    const name = String(part[by]);
    let number = 1;
    while (parts.has(numbered(name, number))) number += 1;
    parts.set(numbered(name, number), part);
  }
  return parts;
}

const numbered = (name: string, number: number): string => (number === 1 ? name : `${name} #${number}`);

function partDifferences(
  before: ReadonlyMap<string, Members>,
  after: ReadonlyMap<string, Members>,
  field: string,
): readonly Difference[] {
  const all = [...new Set([...before.keys(), ...after.keys()])];
  const parts = all.flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const partPath = `${field}[${name}]`;
    if (old === undefined || now === undefined) return [{ field: partPath, before: old ?? null, after: now ?? null }];
    return memberDifferences(old, now, `${partPath}.`);
  });
  const [order, requestedOrder] = [commonKeys(before, after), commonKeys(after, before)];
  return isDeepStrictEqual(order, requestedOrder)
    ? parts
    : [...parts, { field: `${field} order`, before: order, after: requestedOrder }];
}

const commonKeys = (a: ReadonlyMap<string, Members>, b: ReadonlyMap<string, Members>): readonly string[] =>
  [...a.keys()].filter((name) => b.has(name));
