import { ownFieldNames } from './task-types.ts';

/** What only tasks of ours are made of: a plugin's type may have properties of these names and of any shape. */
const parts = new Set([...ownFieldNames.values()].flat());

/** No property has this name, so that nothing which clients send can stand in its place. */
const place = '$properties';

const isForeign = (type: unknown): boolean =>
  typeof type === 'string' && type.includes('.') && !ownFieldNames.has(type.slice(type.lastIndexOf('.') + 1));

/** A task in a request, before anything of it is looked at: what looks like a part of ours and is none lies in a place of its own. */
export function separated(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('type' in body) || !isForeign(body.type)) return body;
  const found = Object.entries(body).filter(([name]) => parts.has(name));
  if (found.length === 0) return body;
  const others = Object.entries(body).filter(([name]) => !parts.has(name));
  return Object.fromEntries([...others, [place, Object.fromEntries(found)]]);
}

/** The same task with all that it was sent with. */
export function rejoined(body: Readonly<Record<string, unknown>>): object {
  const found = body[place];
  return typeof found === 'object' && found !== null ? { ...body, ...found } : body;
}
