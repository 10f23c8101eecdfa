/** The values of a `.xlvals` file: a line `key=value` for each, comments after `#` or `!`. */
export function valuesIn(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const plain = line.trim();
    const middle = plain.indexOf('=');
    if (middle < 1 || plain.startsWith('#') || plain.startsWith('!')) continue;
    values.set(plain.slice(0, middle).trim(), plain.slice(middle + 1).trim());
  }
  return values;
}

/** Such a file with these values. */
export const valuesFile = (values: ReadonlyMap<string, string>): string =>
  [...values].map(([key, value]) => `${key}=${value}\n`).join('');
