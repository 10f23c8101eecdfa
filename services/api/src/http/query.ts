import { problemOf } from '@slipway/api-schema/format';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { ZodType, z } from 'zod';

/**
 * The query of an address as an object. A repeated name becomes an array. Throws Invalid for NUL, the only character of an
 * address that PostgreSQL cannot store.
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

/** Parses a query by its schema. Throws Invalid. */
export function parseBy<T>(schema: ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error, () => new Invalid(message('query.badValue')));
}

/**
 * The refusal with the first wrong field and its expectation. If the whole value is wrong, it states that an array, or
 * `whole`, is expected.
 */
export function refusalOf({ issues: [first] }: z.core.$ZodError, wholeRefusal: () => Invalid): Invalid {
  const isWrongLength = first?.code === 'too_big' || first?.code === 'too_small';
  if (isWrongLength && first.path.length === 0) return new Invalid(problemOf(first.message));
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
