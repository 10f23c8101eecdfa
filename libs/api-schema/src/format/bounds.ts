import { maxNames } from '@slipway/domain/model';
import { z } from 'zod';
import { json, list, optional } from './scalars.ts';

/**
 * Arrays and maps of requests, each with a limit. Items are counted before they are parsed: parsing hundreds of
 * thousands before the refusal would block other requests.
 */

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
};

/** What the schema takes, unless it has more items or members than this. */
export const withMaxItems = <T extends z.ZodType>(max: number, schema: T) =>
  z.preprocess((value, context) => {
    if (sizeOf(value) <= max) return value;
    context.addIssue({ code: 'too_big', origin: 'array', maximum: max, message: `expected at most ${max} items` });
    return z.NEVER;
  }, schema);

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
