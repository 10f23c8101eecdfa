import { isObject, type Json } from '../model/json.ts';
import type { Properties } from './properties.ts';

/** Matches names of properties with the location of a server or proxy. */
const locationName = /(?:host|hostname|port|url|uri|address|server|domain|endpoint|proxy|gateway|broker)s?$/i;

/** Returns the server in a value: a text, or the scheme, host and port of a URL. Returns null for other values. */
function locationIn(name: string, value: Json): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text === '') return null;
  if (!text.includes('://')) return locationName.test(name) ? text : null;
  if (!URL.canParse(text)) return text;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** Returns the servers in properties, each with the path of its property, such as `proxy.host`. */
function locationsIn(value: Json, name = '', path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => locationsIn(item, name, [...path, String(index)]));
  if (isObject(value))
    return Object.entries(value).flatMap(([member, of]) => locationsIn(of, member, [...path, member]));
  const location = locationIn(name, value);
  return location === null ? [] : [[path.join('.'), location]];
}

/** Returns the path of the first property with a server or proxy that differs from the stored one, or null. */
export function changedServerIn(sent: Properties, stored: Properties): string | null {
  const [sentLocations, storedLocations] = [locationsIn(sent), locationsIn(stored)];
  const missingFrom = (locations: typeof sentLocations) => {
    const others = new Set(locations.map((location) => JSON.stringify(location)));
    return (location: (typeof sentLocations)[number]) => !others.has(JSON.stringify(location));
  };
  return (
    (sentLocations.find(missingFrom(storedLocations)) ?? storedLocations.find(missingFrom(sentLocations)))?.[0] ?? null
  );
}
