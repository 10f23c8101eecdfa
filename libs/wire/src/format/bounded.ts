import { mostNames } from '@slipway/domain';
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
export const atMost = <T extends z.ZodType>(most: number, schema: T) =>
  z.preprocess((value, context) => {
    if (sizeOf(value) <= most) return value;
    context.addIssue({ code: 'too_big', origin: 'array', maximum: most, message: `expected at most ${most} items` });
    return z.NEVER;
  }, schema);

/** An array of a request. */
export const listUpTo = <T extends z.ZodType>(most: number, item: T) =>
  atMost(most, list(item)).meta({ maxItems: most });

/** A map of a request, from names. */
export const mapUpTo = <T extends z.ZodType>(most: number, value: T) =>
  atMost(most, z.record(z.string(), value).readonly()).meta({ maxProperties: most });

/** Names such as tags. */
export const nameList = listUpTo(mostNames, z.string());

/** Free JSON, a list of it. */
export const jsonList = listUpTo(mostNames, json);

/** From property names to `${variable}`. */
export const mapping = optional(mapUpTo(mostNames, z.string()));
