// REST answers integers of any length. `JSON.parse` rounds those beyond 2^53, and a form would send them back rounded.

/** A text or a number of JSON, whole: digits in a text and behind a point are no integers. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const longInteger = /^-?\d{16,}$/;
/** Begins texts that stand for integers. REST refuses texts with this character. */
const mark = '\u0000';

/** Parses JSON with all digits of its integers: those beyond 2^53 are a bigint. Throws SyntaxError. */
export function parseExactly(text: string): ReturnType<typeof JSON.parse> {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replaceAll(token, (each) => (longInteger.test(each) ? `"\\u0000${each}"` : each));
  return JSON.parse(marked, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value;
    const digits = value.slice(1);
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
  });
}

// `JSON.stringify` throws for a bigint without this method. A browser without raw JSON sends the digits as a text.
Reflect.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: bigint) {
    return 'rawJSON' in JSON ? JSON.rawJSON(String(this)) : String(this);
  },
});
