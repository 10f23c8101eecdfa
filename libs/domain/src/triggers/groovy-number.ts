import { readInteger } from '../model/json.ts';

/** Matches a number literal and all characters up to the next separator, so that `5x` is one invalid number. */
export const numberToken = String.raw`[+-]?\d(?:[eE][+-]\d|\w|\.\w)*`;

const whole = /^(?:0x([\da-f]+)|0b([01]+)|0([0-7]+)|(\d+))[lgi]?$/i;
const decimal = /^(\d+)(?:\.(\d+))?(e[+-]?\d+)?[gfd]?$/i;
const misplacedUnderscore = /_(?!_*[\da-f])|[^\da-f_]_|^0b_/i;

/**
 * Parses a number literal of Groovy: decimal, `0x1F`, `0b11`, octal `017`, with underscores between digits and a type
 * suffix. The type is ignored, because numbers are compared by value. Returns null for other texts, and for numbers
 * that are too large.
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
  // a number without a fraction keeps all its digits
  if (exponent === '' && /^0*$/.test(after)) return readInteger(before);
  const value = Number(`${before}.${after}${exponent}`);
  return Number.isFinite(value) ? value : null;
}
