import type { Json } from '@slipway/domain';

/**
 * The fields of `value` that differ from `blank`, without those that have columns of their own; null when
 * nothing differs. Most tasks differ in nothing, so most rows hold no JSON and most loads parse none.
 */
export function slim<T extends object>(value: T, blank: T, columns: ReadonlySet<keyof T>): Partial<T> | null {
  const rest: Partial<T> = {};
  let differs = false;
  for (const key in blank) {
    if (columns.has(key) || isSame(value[key], blank[key])) continue;
    rest[key] = value[key];
    differs = true;
  }
  return differs ? rest : null;
}

/** Empty lists and objects equal empty ones of their own kind; nothing else but identity counts. */
function isSame(value: unknown, blank: unknown): boolean {
  if (value === blank) return true;
  if (typeof value !== 'object' || typeof blank !== 'object' || value === null || blank === null) return false;
  return Array.isArray(value) === Array.isArray(blank) && isEmpty(value) && isEmpty(blank);
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** No column of its own. */
export const noColumns: ReadonlySet<never> = new Set();

/** JSON text for a parameter; what JSON cannot hold is refused by PostgreSQL. */
export const json = (value: Json | object): string => JSON.stringify(value);
