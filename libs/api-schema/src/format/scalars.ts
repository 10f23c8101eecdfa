import { type Message, message } from '@slipway/domain/messages';
import { type Json, maxNames, readDate } from '@slipway/domain/model';
import { z } from 'zod';
import { expects } from './expects.ts';
import type { ResponseJson } from './sorted-json.ts';

/**
 * The parts of request and response schemas. Requests are lenient (compatibility.md, Answers): null means absent, booleans
 * and numbers may be texts, dates may be numbers, and an empty text is absent where it cannot be a value.
 */

/** A readonly array. */
export const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** An optional member of a request: null equals absent, and both become undefined. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

/** The documented form of a lenient schema: the form of responses, without the others that it accepts. */
const documentedAs = (schema: object) => ({ anyOf: undefined, ...schema });

/** An empty text in the place of a value. */
const empty = z.literal('').transform(() => undefined);

/** true, false, or either as a text. */
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

/** A whole number, or the text of one, within what the database keeps. */
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

/** An unescaped `+` of a query is read as a space; no date has one there. */
const withPlus = (text: string): string => text.replace(/ (?=\d\d:?\d\d$)/, '+');

/** A schema that receives the digits of integers beyond 2^53 as a text. */
export const withDigits = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'bigint' ? String(value) : value), schema);

/** A date as ISO 8601 text with offset or as epoch milliseconds; an instant when parsed. */
export const date = z
  .union([z.string(), z.number()], dateError)
  .transform((rawDate, context) => {
    const instant = rawDate === '' ? undefined : readDate(typeof rawDate === 'string' ? withPlus(rawDate) : rawDate);
    if (instant !== null) return instant;
    context.addIssue({ code: 'custom', message: dateError.error });
    return z.NEVER;
  })
  .meta(documentedAs({ type: 'string', format: 'date-time' }));

/** A value of such a kind that has to be there. */
export function required<Out, In>(schema: z.ZodType<Out | undefined, In>, expectation: Message) {
  const { error } = expects(expectation);
  return schema.transform((value, context) => {
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}

/** A date that has to be there. */
export const requiredDate = required(date, expectsDate);

/** The expectation of one of these names. */
export const expectsOneOf = (names: readonly string[]): Message =>
  message('expected.oneOf', { options: names.map((text) => message('quote.plain', { text })) });

/** One of these names. */
export const oneOf = <const T extends readonly string[]>(names: T, expectation = expectsOneOf(names)) =>
  z.union([z.enum(names), empty], expects(expectation)).meta(documentedAs({ type: 'string', enum: names }));

/** An id or a name, such as that of a time zone: the empty text is absent. */
export const name = z.string().transform((text) => (text === '' ? undefined : text));

/** Any JSON value, kept as it came; a body was parsed from JSON, so there is nothing to check. */
export const json = z.custom<Json>();

/** The same in an answer. */
export const responseJson = z.custom<ResponseJson>();

/** From names to texts. */
export const textMap = z.record(z.string(), z.string()).readonly();

/** A date in an answer. */
export const responseDate = z.iso.datetime({ offset: true });

/** The schema of a `type` in answers that is one of these types of ours. Documents show them with the prefix. */
export const ownType = (...names: readonly string[]) => z.string().meta({ ownTypes: names });

/**
 * Arrays and maps of requests, each with a limit. Items are counted before they are parsed: parsing hundreds of
 * thousands before the refusal would block other requests.
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

/** An array of a request. */
export const listUpTo = <T extends z.ZodType>(max: number, item: T) =>
  withMaxItems(max, list(item)).meta({ maxItems: max });

/** A map of a request, from names. */
export const mapUpTo = <T extends z.ZodType>(max: number, value: T) =>
  withMaxItems(max, z.record(z.string(), value).readonly()).meta({ maxProperties: max });

/** Names such as tags. */
export const nameList = listUpTo(maxNames, z.string());

/** Free JSON, a list of it. */
export const jsonList = listUpTo(maxNames, json);

/** From property names to `${variable}`. */
export const mapping = optional(mapUpTo(maxNames, z.string()));
