import { readInteger } from '../model/json.ts';

/** The text of a number literal and of all that follows it without a blank, so that `5x` is one wrong number. */
export const numberToken = String.raw`[+-]?\d(?:[eE][+-]\d|\w|\.\w)*`;

const whole = /^(?:0x([\da-f]+)|0b([01]+)|0([0-7]+)|(\d+))[lgi]?$/i;
const decimal = /^(\d+)(?:\.(\d+))?(e[+-]?\d+)?[gfd]?$/i;
const misplacedUnderscore = /_(?!_*[\da-f])|[^\da-f_]_|^0b_/i;

/**
 * Reads a number literal of Groovy: decimal, `0x1F`, `0b11`, octal `017`, with underscores between digits and a suffix
 * for its type. The type does not matter, because numbers are compared by their digits. Null for other texts, and for
 * numbers that are too large.
 */
export function readGroovyNumber(rawNumber: string): number | bigint | null {
  const isNegative = rawNumber.startsWith('-');
  const unsigned = rawNumber.replace(/^[+-]/, '');
  if (misplacedUnderscore.test(unsigned)) return null;
  const value = parseUnsigned(unsigned.replaceAll('_', ''));
  return value !== null && isNegative ? -value : value;
}

function parseUnsigned(text: string): number | bigint | null {
  const [isWhole, hex, binary, octal, digits = ''] = whole.exec(text) ?? [];
  if (hex !== undefined) return readInteger(String(BigInt(`0x${hex}`)));
  if (binary !== undefined) return readInteger(String(BigInt(`0b${binary}`)));
  if (octal !== undefined) return readInteger(String(BigInt(`0o${octal}`)));
  if (isWhole !== undefined) return /^0\d/.test(digits) ? null : readInteger(digits);
  const [isDecimal, before = '', after = '', exponent = ''] = decimal.exec(text) ?? [];
  if (isDecimal === undefined) return null;
  // without a fraction, all digits are kept
  if (exponent === '' && /^0*$/.test(after)) return readInteger(before);
  const value = Number(`${before}.${after}${exponent}`);
  return Number.isFinite(value) ? value : null;
}
