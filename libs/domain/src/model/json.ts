import { textOf } from '../messages/english.ts';
import { type Message, message } from '../messages/message.ts';
/**
 * A JSON value that is stored and returned unchanged. Integers beyond 2^53 are a bigint, so that they keep all digits.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** Milliseconds since the epoch, UTC. */
export type Instant = number;

/** Whether a value is an object, and neither null nor a list. */
export const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

declare global {
  interface JSON {
    /** Returns a value that `stringify` copies without changes (TC39, JSON.parse source text access). */
    rawJSON(text: string): object;
  }
  interface BigInt {
    toJSON(): object;
  }
}

// Values pass through many calls of JSON.stringify, which throws for a bigint without this method.
Reflect.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: bigint) {
    return JSON.rawJSON(String(this));
  },
});

/** PostgreSQL and scripts support longer numbers. No id has more digits, and parsing them is slow. */
const maxDigits = 1_000;
const integer = /^-?\d+$/;

/**
 * Parses an integer without loss: a number, or a bigint beyond 2^53. Returns null for other texts, and for more than
 * 1,000 digits.
 */
export function readInteger(text: string): number | bigint | null {
  if (text.length > maxDigits || !integer.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Valid JSON with a number that is too large for variables, scripts and database columns. */
export class NumberTooLarge extends SyntaxError {
  override readonly name = 'NumberTooLarge';
  readonly data: Message;
  constructor(data: Message) {
    super(textOf(data));
    this.data = data;
  }
}

/**
 * A number that `JSON.parse` may change: at least 9,000,000,000,000,000, or an exponent of at least 3 digits. Versions
 * are below, and ids are not numbers.
 */
const inexactNumber = /(?:^|[[:,\s])-?(?:9\d{15}|\d{17}|\d[\d.]*e\+?\d{3})/i;

/**
 * Parses JSON without loss of integer digits. The caller chooses the type, which is not checked. Throws SyntaxError,
 * NumberTooLarge.
 */
export function parseJson<T = Json>(text: string): T {
  // Other numbers are exact without a reviver, which makes parsing ten times slower.
  const value: T = inexactNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  return value;
}

function exact(_name: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!integer.test(source)) {
    if (Number.isFinite(value)) return value;
    // The message does not contain the number, because it can be a password.
    throw new NumberTooLarge(message('json.numberTooLarge', { max: Number.MAX_VALUE }));
  }
  const read = readInteger(source);
  if (read === null) throw new NumberTooLarge(message('json.tooManyDigits', { max: maxDigits }));
  return read;
}

/** Converts a value to JSON: without undefined members, and with the results of `toJSON`. */
export const asJson = <T = Json>(value: unknown): T => parseJson<T>(JSON.stringify(value));
