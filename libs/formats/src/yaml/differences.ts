import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '@slipway/domain';
import type { Members } from './read-yaml.ts';

/** One field that differs between the stored and the requested object. */
export interface Difference {
  /** names of members, with titles of parts in brackets: `phases[Build].tasks[Compile].description` */
  readonly field: string;
  /** null: it is not there */
  readonly before: Json;
  readonly after: Json;
}

/** How parts of a list are known: by the first of these that all of them have. */
const names = ['phase', 'name', 'key', 'template', 'target'] as const;

/** What differs, field by field; parts of lists that have names are compared by these. */
export function differences(before: Members, after: Members): readonly Difference[] {
  return ofMembers(before, after, '');
}

function ofMembers(before: Members, after: Members, above: string): readonly Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((name) => ofValues(before[name] ?? null, after[name] ?? null, above + name));
}

function ofValues(before: Json, after: Json, field: string): readonly Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, now] = [named(before), named(after)];
  if (old !== null && now !== null && old.size + now.size > 0) return ofParts(old, now, field);
  if (isObject(before) && isObject(after)) return ofMembers(before, after, `${field}.`);
  return [{ field, before, after }];
}

/** The parts of a list by their names, the second of a name with its number; null where the value is no such list. */
function named(value: Json): ReadonlyMap<string, Members> | null {
  if (value === null) return new Map();
  if (!Array.isArray(value) || !value.every(isObject)) return null;
  const by = names.find((each) => value.every((part) => typeof part[each] === 'string'));
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

function ofParts(
  before: ReadonlyMap<string, Members>,
  after: ReadonlyMap<string, Members>,
  field: string,
): readonly Difference[] {
  const all = [...new Set([...before.keys(), ...after.keys()])];
  const parts = all.flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const here = `${field}[${name}]`;
    if (old === undefined || now === undefined) return [{ field: here, before: old ?? null, after: now ?? null }];
    return ofMembers(old, now, `${here}.`);
  });
  const [order, wanted] = [keptIn(before, after), keptIn(after, before)];
  return isDeepStrictEqual(order, wanted)
    ? parts
    : [...parts, { field: `${field} order`, before: order, after: wanted }];
}

const keptIn = (these: ReadonlyMap<string, Members>, those: ReadonlyMap<string, Members>): readonly string[] =>
  [...these.keys()].filter((name) => those.has(name));
