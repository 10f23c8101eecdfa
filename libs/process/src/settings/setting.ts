import { resolve } from 'node:path';
import { parseUrls } from '@slipway/server-addresses/addresses';
import { z } from 'zod';

/** A number that was written in digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** A file or folder, made absolute. */
export const path = z.string().transform((text) => resolve(text));

export const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A text of any characters but control characters. */
export const line = z.string().regex(/^[^\p{Cc}\uFFFD]{1,1024}$/u);

/** The address of one server or of several, each host of which makes it a URL of such a protocol, for instance `postgres:`. */
const addressOf = (...protocols: readonly string[]) =>
  z.string().refine((text) => {
    const urls = parseUrls(text) ?? [];
    return urls.length > 0 && urls.every(({ protocol }) => protocols.includes(protocol));
  });

/** The address of a PostgreSQL database. */
export const databaseAddress = addressOf('postgres:', 'postgresql:');

const oneRedis = addressOf('redis:', 'rediss:').refine((text) => (parseUrls(text) ?? []).length === 1);
const nodes = addressOf('redis+cluster:', 'rediss+cluster:');
/** Sentinels know the master by a name, which the path begins with; a number of a database may follow. */
const sentinels = addressOf('redis+sentinel:', 'rediss+sentinel:').refine((text) =>
  (parseUrls(text) ?? []).every(({ pathname }) => /^\/[\w.-]{1,200}(\/\d{1,5})?$/.test(pathname)),
);

/** One server, or several sentinels or nodes of a cluster. */
export const redisAddress = z.union([oneRedis, sentinels, nodes]);

/** The description of a setting: its rule and a valid example. */
export const rule = (description: string, example: string) => ({ description, examples: [example] });

/** As `rule`, for a secret, which can also be read from a file. */
export const secretRule = (description: string, example: string) => ({ ...rule(description, example), secret: true });

/** What a process reads of variables of such a shape. */
export type Read<Shape extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Shape>>>;

/** A variable, and the others of which none can be set without it. */
type VariableDependency = readonly [string, readonly string[]];

/** The variables that are missing, given others that are set. */
export const findMissing = (
  read: Readonly<Record<string, unknown>>,
  dependencies: readonly VariableDependency[],
): readonly string[] =>
  dependencies
    .filter(
      ([name, dependents]) => read[name] === undefined && dependents.some((dependent) => read[dependent] !== undefined),
    )
    .map(([name]) => name);
