import { isObject, type Json } from '../model/json.ts';
import type { Properties } from './properties.ts';

/** How properties are called that say where a server is, in whatever form. */
const namesPlace = /(?:host|hostname|port|url|uri|address|server|domain|endpoint)s?$/i;

/** Where a value leads: a URL to its scheme, host and port, whatever path is behind them; null: nowhere. */
function placeIn(name: string, value: Json): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text === '') return null;
  if (!text.includes('://')) return namesPlace.test(name) ? text : null;
  if (!URL.canParse(text)) return text;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** All that leads somewhere, by where it stands: `proxy.host`. */
function placesIn(value: Json, name = '', way: readonly string[] = []): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesIn(item, name, [...way, String(index)]));
  if (isObject(value)) return Object.entries(value).flatMap(([member, of]) => placesIn(of, member, [...way, member]));
  const place = placeIn(name, value);
  return place === null ? [] : [[way.join('.'), place]];
}

/**
 * The first property by which a configuration leads to another server, or by another proxy, than the one that is stored;
 * null: all lead to where they did.
 */
export function otherServerIn(sent: Properties, stored: Properties): string | null {
  const [now, before] = [placesIn(sent), placesIn(stored)];
  const lackedBy = (places: typeof now) => {
    const known = new Set(places.map((each) => JSON.stringify(each)));
    return (each: (typeof now)[number]) => !known.has(JSON.stringify(each));
  };
  return (now.find(lackedBy(before)) ?? before.find(lackedBy(now)))?.[0] ?? null;
}
