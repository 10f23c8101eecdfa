import { textOf } from '../messages/english.ts';
import { type Message, message } from '../messages/message.ts';
/** A JSON value that is kept and answered as it came. Integers beyond 2^53 are a bigint, so that they keep all digits. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** Milliseconds since the epoch, UTC. */
export type Instant = number;

/** Whether a value is an object with members. */
export const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

declare global {
  interface JSON {
    /** JSON that `stringify` copies as it is (TC39, JSON.parse source text access). */
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

/** PostgreSQL and scripts hold longer numbers, but no id has more digits, and reading them takes time. */
const maxDigits = 1_000;
const integer = /^-?\d+$/;

/**
 * Reads an integer without loss: a number, or a bigint beyond 2^53. Null for other texts, and for more than 1,000 digits.
 */
export function readInteger(text: string): number | bigint | null {
  if (text.length > maxDigits || !integer.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Valid JSON with a number that no variable, script or database column can hold. */
export class NumberTooLarge extends SyntaxError {
  override readonly name = 'NumberTooLarge';
  readonly data: Message;
  constructor(data: Message) {
    super(textOf(data));
    this.data = data;
  }
}

/** Parses JSON with all digits of its integers, as the type that the caller expects. Throws SyntaxError, NumberTooLarge. */
export function parseJson<T = Json>(text: string): T {
  // shorter numbers are exact, and a reviver makes parsing several times slower
  const value: T = /\d{16}|\de\+?\d{3}/i.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  return value;
}

function exact(_name: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (!integer.test(source)) {
    if (Number.isFinite(value)) return value;
    // the number itself may be a password
    throw new NumberTooLarge(message('json.numberTooLarge', { max: Number.MAX_VALUE }));
  }
  const read = readInteger(source);
  if (read === null) throw new NumberTooLarge(message('json.tooManyDigits', { max: maxDigits }));
  return read;
}

/** A value as JSON holds it: without undefined members, and with what `toJSON` returns. */
export const asJson = <T = Json>(value: unknown): T => parseJson<T>(JSON.stringify(value));
