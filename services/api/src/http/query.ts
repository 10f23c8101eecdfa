import { problemOf } from '@slipway/api-schema/format';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { ZodType, z } from 'zod';

/**
 * The query part of an address as an object: a name given more than once becomes an array. Refuses with
 * Invalid the one character that can be written here and that PostgreSQL does not keep.
 */
export function readQuery(url: string): Readonly<Record<string, string | readonly string[]>> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (value.includes('\0')) throw new Invalid(message('query.badCharacter'));
    const previous = values.get(name);
    values.set(name, previous === undefined ? value : [previous, value].flat());
  }
  return Object.fromEntries(values);
}

/** Parses a query by its schema, or refuses with Invalid. */
export function parseBy<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error, () => new Invalid(message('query.badValue')));
}

/**
 * The refusal that names the first wrong field and what was expected there; where all of it is wrong, that it must be an
 * array, or `whole`.
 */
export function refusalOf({ issues: [first] }: z.core.$ZodError, wholeRefusal: () => Invalid): Invalid {
  if (first?.code === 'too_big' && first.path.length === 0) return new Invalid(problemOf(first.message));
  if (first?.code === 'invalid_type' && first.expected === 'array' && first.path.length === 0)
    return new Invalid(message('json.arrayExpected'));
  if (!first || first.path.length === 0) return wholeRefusal();
  return new Invalid(
    message('field.invalid', {
      field: first.path.join('.').slice(0, 200),
      problem: problemOf(first.message.replace(/^Invalid input: /, '')),
    }),
  );
}
