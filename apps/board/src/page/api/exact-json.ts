// REST returns integers of any length. `JSON.parse` rounds integers beyond 2^53, and a form would send the rounded
// value.

/** Matches an integer that is possibly beyond 2^53. Versions are below it. */
const inexactInteger = /(?:^|[[:,\s])-?(?:9\d{15}|\d{17})/;
/** Matches a complete JSON string or number, so that digits in a string or after a decimal point are not integers. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const longInteger = /^-?\d{16,}$/;
/** Prefix of strings that represent integers. REST rejects strings with this character. */
const marker = '\u0000';

/** Parses JSON without rounding: integers beyond 2^53 become `bigint`. Throws SyntaxError. */
export function parseExactly(text: string): ReturnType<typeof JSON.parse> {
  if (!inexactInteger.test(text)) return JSON.parse(text);
  const markedText = text.replaceAll(tokenPattern, (match) => (longInteger.test(match) ? `"\\u0000${match}"` : match));
  return JSON.parse(markedText, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(marker)) return value;
    const digits = value.slice(1);
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
  });
}

// `JSON.stringify` throws for a bigint without this method. A browser without `JSON.rawJSON` sends the digits as a
// string.
Reflect.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: bigint) {
    return 'rawJSON' in JSON ? JSON.rawJSON(String(this)) : String(this);
  },
});
