import { currentIds } from '@slipway/tracing';
import { type DestinationStream, destination, type Logger as PinoLogger, pino } from 'pino';
import { z } from 'zod';
import type { Config } from './config.ts';
import { toSourcePositions } from './source-positions.ts';

/** Logs a fixed sentence with fields: `logger.info({ releaseId }, 'a release has started')`. */
export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error'>;

const SECRET = /password|passwd|authorization|cookie|secret|token|credential|apikey/i;
const MAX_LENGTH = 2000;
const MAX_DEPTH = 6;

/** Only these fields of an error are logged, because database drivers attach statement values to errors. */
function errorFields(error: Error): object {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    code,
    message: error.message.slice(0, MAX_LENGTH),
    stack: error.stack && toSourcePositions(error.stack).slice(0, MAX_LENGTH),
  };
}

function fieldValue(name: string, value: unknown, depth: number): unknown {
  if (SECRET.test(name)) return '********';
  if (typeof value === 'string') return value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return errorFields(value);
  if (value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => fieldValue('', item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object that is not plain (a request, a socket, a connection) contains secrets in unknown places.
  return prototype === Object.prototype || prototype === null ? fieldsOf(value, depth + 1) : '…';
}

const fieldsOf = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldValue(name, value, depth)]));

const recordSchema = z.looseObject({
  level: z.string(),
  time: z.string(),
  msg: z.string().default(''),
});

const errorSchema = z.object({ message: z.string(), stack: z.string().default('') });

/** Control characters, which could overwrite other lines of the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const withoutControls = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

const field = ([name, value]: [string, unknown]) =>
  `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** Formats a JSON line for a terminal: time, level if it is not info, sentence, fields; then the stack of an error. */
export function formatLine(line: string): string {
  const { level, time, msg, ...fields } = recordSchema.parse(JSON.parse(line));
  const { data: error } = errorSchema.safeParse(fields.error);
  if (error !== undefined) delete fields.error;
  const levelText = level === 'info' ? [] : [level.toUpperCase()];
  const head = [time.slice(11, 19), ...levelText, msg, ...Object.entries(fields).map(field)].join(' ');
  const cause = error === undefined ? [] : (error.stack || error.message).split('\n');
  return `${[head, ...cause].map(withoutControls).join('\n')}\n`;
}

/**
 * Creates a logger that writes to stderr, or to `to`: readable lines on a terminal, and otherwise one JSON object a
 * line. Logs plain values only, and omits members with names of secrets at any depth.
 */
export function createLogger(config: Pick<Config, 'logLevel'>, to?: DestinationStream): Logger {
  const stream =
    to ??
    (process.stderr.isTTY
      ? { write: (line: string) => process.stderr.write(formatLine(line)) }
      : destination({ dest: 2, sync: true }));
  return pino(
    {
      level: config.logLevel,
      base: null,
      errorKey: 'error',
      mixin: () => currentIds() ?? {},
      serializers: { error: (error) => error },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => fieldsOf(fields) },
    },
    stream,
  );
}
