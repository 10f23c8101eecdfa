/** Returns the values of a `.xlvals` file, with a line `key=value` for each value, and comments after `#` or `!`. */
export function valuesIn(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const separator = trimmed.indexOf('=');
    if (separator < 1 || trimmed.startsWith('#') || trimmed.startsWith('!')) continue;
    values.set(trimmed.slice(0, separator).trim(), trimmed.slice(separator + 1).trim());
  }
  return values;
}

/** Writes a `.xlvals` file with these values. */
export const valuesFile = (values: ReadonlyMap<string, string>): string =>
  [...values].map(([key, value]) => `${key}=${value}\n`).join('');
