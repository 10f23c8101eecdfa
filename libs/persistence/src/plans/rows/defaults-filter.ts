/**
 * Makes what picks the fields of a value that differ from `blank`, without those that have columns of their own;
 * null when nothing differs. Most tasks differ in nothing, so most rows hold no JSON and most loads parse none.
 * The names are listed once: walking a value's own keys took a tenth of the time of a whole command.
 */
export function createDefaultsFilter<T extends object>(
  blank: T,
  columns: readonly (keyof T)[] = [],
): (value: T) => Partial<T> | null {
  const names: (keyof T)[] = [];
  for (const name in blank) if (!columns.includes(name)) names.push(name);
  return (value) => {
    let nonDefault: Partial<T> | null = null;
    for (const name of names) {
      if (isSame(value[name], blank[name])) continue;
      nonDefault ??= {};
      nonDefault[name] = value[name];
    }
    return nonDefault;
  };
}

/** Empty lists and objects equal empty ones of their own kind; nothing else but identity counts. */
function isSame(value: unknown, blank: unknown): boolean {
  if (value === blank) return true;
  if (typeof value !== 'object' || typeof blank !== 'object' || value === null || blank === null) return false;
  return Array.isArray(value) === Array.isArray(blank) && isEmpty(value) && isEmpty(blank);
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
