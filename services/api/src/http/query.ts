import { Invalid } from '@slipway/domain';
import type { ZodType, z } from 'zod';

/** The query part of an address as an object: a name given more than once becomes an array. */
export function readQuery(url: string): Readonly<Record<string, string | readonly string[]>> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const read = new Map<string, string | readonly string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const before = read.get(name);
    read.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(read);
}

/** Parses by the schema, or refuses with Invalid that names the first wrong field and what was expected there. */
export function parseBy<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Invalid(result.error.issues.map(inWords)[0] ?? 'the value is not valid');
}

function inWords({ path, message }: z.core.$ZodIssue): string {
  const where = path.join('.').slice(0, 200);
  const what = message.replace(/^Invalid input: /, '');
  return where === '' ? what : `${where}: ${what}`;
}
