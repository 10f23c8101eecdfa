// REST answers integers of any length. `JSON.parse` rounds those beyond 2^53, and a form would send them back rounded.

/** A text or a number of JSON, whole: digits in a text and behind a point are no integers. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const longInteger = /^-?\d{16,}$/;
/** Begins texts that stand for integers. REST refuses texts with this character. */
const marker = '\u0000';

/** Parses JSON with all digits of its integers: those beyond 2^53 are a bigint. Throws SyntaxError. */
export function parseExactly(text: string): ReturnType<typeof JSON.parse> {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const markedText = text.replaceAll(tokenPattern, (match) => (longInteger.test(match) ? `"\\u0000${match}"` : match));
  return JSON.parse(markedText, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(marker)) return value;
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
