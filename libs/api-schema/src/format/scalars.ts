import { type Message, message } from '@slipway/domain/messages';
import { type Json, maxNames, readDate } from '@slipway/domain/model';
import { z } from 'zod';
import { expects } from './expects.ts';
import type { ResponseJson } from './sorted-json.ts';

/**
 * The scalars of request and response schemas. Requests are lenient (compatibility.md, Answers): null means absent,
 * booleans and numbers may be texts, and dates may be numbers. An empty text is absent if it is not a valid value.
 */

/** A readonly array. */
export const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** An optional member of a request: null equals absent, and both become undefined. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

/** Returns the documented form of a lenient schema: the form of responses, without the other accepted forms. */
const documentedAs = (schema: object) => ({ anyOf: undefined, ...schema });

/** An empty text instead of a value. It means absent. */
const empty = z.literal('').transform(() => undefined);

/** A boolean, or its text. */
export const flag = z
  .union(
    [
      z.boolean(),
      z
        .string()
        .regex(/^(true|false)$/i)
        .transform((text) => text.toLowerCase() === 'true'),
      empty,
    ],
    expects(message('expected.boolean')),
  )
  .meta(documentedAs({ type: 'boolean' }));

/** An integer, or its text, within the range of the database. */
export const wholeNumber = (min = 0, max = 2_147_483_647) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,10}(?:\.0+)?$/)
          .transform(Number),
        empty,
      ],
      expects(message('expected.wholeNumber')),
    )
    .refine(
      (value) => value === undefined || (Number.isInteger(value) && value >= min && value <= max),
      expects(message('expected.wholeNumberWithin', { min, max })),
    )
    .meta(documentedAs({ type: 'integer', minimum: min, maximum: max }));

const expectsDate = message('expected.date');
const dateError = expects(expectsDate);

/**
 * Restores an unescaped `+` in a query, which is decoded as a space. No valid date contains a space before the offset.
 */
const withPlus = (text: string): string => text.replace(/ (?=\d\d:?\d\d$)/, '+');

/** Returns a schema that receives integers beyond 2^53 as texts with all digits. */
export const withDigits = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'bigint' ? String(value) : value), schema);

/** A date as ISO 8601 text with an offset, or as epoch milliseconds. The parsed value is an instant. */
export const date = z
  .union([z.string(), z.number()], dateError)
  .transform((rawDate, context) => {
    const instant = rawDate === '' ? undefined : readDate(typeof rawDate === 'string' ? withPlus(rawDate) : rawDate);
    if (instant !== null) return instant;
    context.addIssue({ code: 'custom', message: dateError.error });
    return z.NEVER;
  })
  .meta(documentedAs({ type: 'string', format: 'date-time' }));

/** Returns a schema that rejects an absent value. */
export function required<Out, In>(schema: z.ZodType<Out | undefined, In>, expectation: Message) {
  const { error } = expects(expectation);
  return schema.transform((value, context) => {
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}

/** A required date. */
export const requiredDate = required(date, expectsDate);

/** Returns the error message that lists the allowed names. */
export const expectsOneOf = (names: readonly string[]): Message =>
  message('expected.oneOf', { options: names.map((text) => message('quote.plain', { text })) });

/** Returns a schema for one of these names. */
export const oneOf = <const T extends readonly string[]>(names: T, expectation = expectsOneOf(names)) =>
  z.union([z.enum(names), empty], expects(expectation)).meta(documentedAs({ type: 'string', enum: names }));

/** An id or a name, such as a time zone. The empty text means absent. */
export const name = z.string().transform((text) => (text === '' ? undefined : text));

/** Any JSON value in a request, unchanged. The body was parsed as JSON, so no check is required. */
export const json = z.custom<Json>();

/** Any JSON value in a response. */
export const responseJson = z.custom<ResponseJson>();

/** A map of texts. */
export const textMap = z.record(z.string(), z.string()).readonly();

/** A date in a response. */
export const responseDate = z.iso.datetime({ offset: true });

/**
 * Returns the schema for a `type` in responses that is one of these built-in types. The documentation shows them with
 * the prefix.
 */
export const ownType = (...names: readonly string[]) => z.string().meta({ ownTypes: names });

/**
 * Arrays and maps of requests, with a limit. Items are counted before they are parsed, because parsing hundreds of
 * thousands of items would block other requests.
 */

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
};

/** The schema with a maximum number of items or members. */
export function withMaxItems<T extends z.ZodType>(max: number, schema: T) {
  const { error } = expects(message('expected.maxItems', { max }));
  return z.preprocess((value, context) => {
    if (sizeOf(value) <= max) return value;
    context.addIssue({ code: 'too_big', origin: 'array', maximum: max, message: error });
    return z.NEVER;
  }, schema);
}

/** An array in a request, with a limit. */
export const listUpTo = <T extends z.ZodType>(max: number, item: T) =>
  withMaxItems(max, list(item)).meta({ maxItems: max });

/** A map in a request, with a limit. */
export const mapUpTo = <T extends z.ZodType>(max: number, value: T) =>
  withMaxItems(max, z.record(z.string(), value).readonly()).meta({ maxProperties: max });

/** A list of names, such as tags. */
export const nameList = listUpTo(maxNames, z.string());

/** A list of any JSON values. */
export const jsonList = listUpTo(maxNames, json);

/** A map from property names to `${variable}`. */
export const mapping = optional(mapUpTo(maxNames, z.string()));
