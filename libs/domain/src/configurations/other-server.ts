import { isObject, type Json } from '../model/json.ts';
import type { Properties } from './properties.ts';

/** Names of properties that contain the location of a server or proxy. */
const namesPlace = /(?:host|hostname|port|url|uri|address|server|domain|endpoint|proxy|gateway|broker)s?$/i;

/** The server that a value names: scheme, host and port of a URL without its path; null: none. */
function placeIn(name: string, value: Json): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text === '') return null;
  if (!text.includes('://')) return namesPlace.test(name) ? text : null;
  if (!URL.canParse(text)) return text;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** The servers that properties name, each with the path of its property: `proxy.host`. */
function placesIn(value: Json, name = '', way: readonly string[] = []): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesIn(item, name, [...way, String(index)]));
  if (isObject(value)) return Object.entries(value).flatMap(([member, of]) => placesIn(of, member, [...way, member]));
  const place = placeIn(name, value);
  return place === null ? [] : [[way.join('.'), place]];
}

/** Returns the first property that leads to another server or proxy than the stored one, or null. */
export function otherServerIn(sent: Properties, stored: Properties): string | null {
  const [now, before] = [placesIn(sent), placesIn(stored)];
  const lackedBy = (places: typeof now) => {
    const known = new Set(places.map((each) => JSON.stringify(each)));
    return (each: (typeof now)[number]) => !known.has(JSON.stringify(each));
  };
  return (now.find(lackedBy(before)) ?? before.find(lackedBy(now)))?.[0] ?? null;
}
