import type { Instant } from './json.ts';

/** The years 1 to 9999, which all supported clocks, languages and databases can represent. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** The largest offset from UTC that clients of the family can send, in minutes. No time zone has a larger one. */
const maxOffset = 18 * 60;

const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)$/i;

/**
 * Parses a date of a client: ISO 8601 text with an offset (also `+0000`), or epoch milliseconds (compatibility.md,
 * Answers). Returns null for other texts, for invalid days and offsets, and outside of the years 1 to 9999.
 */
export function readDate(value: string | number): Instant | null {
  const instant = typeof value === 'number' ? value : instantOf(value.trim());
  return Number.isInteger(instant) && instant >= earliest && instant <= latest ? instant : null;
}

function instantOf(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  const parts = datePattern.exec(text);
  if (!parts) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const [fraction = '', offset = 'Z'] = parts.slice(7);
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3));
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  local.setUTCHours(hour, minute, second, millis);
  const exists =
    local.getUTCMonth() === month - 1 && local.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return exists ? local.getTime() - offsetMs(offset) : Number.NaN;
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || 0);
  const distance = hours * 60 + minutes;
  if (minutes > 59 || distance > maxOffset) return Number.NaN;
  return (offset.startsWith('-') ? -1 : 1) * distance * 60_000;
}
