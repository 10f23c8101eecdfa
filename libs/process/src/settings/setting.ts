import { resolve } from 'node:path';
import { parseUrls } from '@slipway/server-addresses/addresses';
import { z } from 'zod';

/** Parses a number in decimal digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** A path of a file or folder, converted to an absolute one. */
export const path = z.string().transform((text) => resolve(text));

export const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A text without control characters. */
export const line = z.string().regex(/^[^\p{Cc}\uFFFD]{1,1024}$/u);

/** An address of one or several servers, with one of these protocols, such as `postgres:`. */
const addressOf = (...protocols: readonly string[]) =>
  z.string().refine((text) => {
    const urls = parseUrls(text) ?? [];
    return urls.length > 0 && urls.every(({ protocol }) => protocols.includes(protocol));
  });

/** The address of a PostgreSQL database. */
export const databaseAddress = addressOf('postgres:', 'postgresql:');

const oneRedis = addressOf('redis:', 'rediss:').refine((text) => (parseUrls(text) ?? []).length === 1);
const nodes = addressOf('redis+cluster:', 'rediss+cluster:');
/** Requires the name of the master in the path of a Sentinel address. The number of a database can follow. */
const sentinels = addressOf('redis+sentinel:', 'rediss+sentinel:').refine((text) =>
  (parseUrls(text) ?? []).every(({ pathname }) => /^\/[\w.-]{1,200}(\/\d{1,5})?$/.test(pathname)),
);

/** An address of one Redis server, of several sentinels, or of the nodes of a cluster. */
export const redisAddress = z.union([oneRedis, sentinels, nodes]);

/** The description of a setting: its rule and a valid example. */
export const rule = (description: string, example: string) => ({ description, examples: [example] });

/** Like `rule`, for a secret, which can also be read from a file. */
export const secretRule = (description: string, example: string) => ({ ...rule(description, example), secret: true });

/** The parsed values of the variables of such a shape. */
export type Read<Shape extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Shape>>>;

/** A variable, and the variables that require it. */
type VariableDependency = readonly [string, readonly string[]];

/** Returns the missing variables that other set variables require. */
export const findMissing = (
  read: Readonly<Record<string, unknown>>,
  dependencies: readonly VariableDependency[],
): readonly string[] =>
  dependencies
    .filter(
      ([name, dependents]) => read[name] === undefined && dependents.some((dependent) => read[dependent] !== undefined),
    )
    .map(([name]) => name);
