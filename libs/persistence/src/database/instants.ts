import { message } from '@slipway/domain/messages';
import { type Instant, Invalid } from '@slipway/domain/model';

/**
 * Converts a timestamptz in the ISO output of PostgreSQL in UTC (`2026-11-20 18:48:00.123+00`) to epoch milliseconds.
 * Creates no Date objects, because a large plan has thousands of timestamps.
 */
export const instantOf = (text: string): Instant => Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);

const first = Date.parse('0001-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** Formats an instant for PostgreSQL, in JSON or as a parameter. Throws Invalid outside the years 1 to 9999. */
export function timestamp(instant: Instant | null): string | null {
  if (instant === null) return null;
  if (!(instant >= first && instant <= last)) throw new Invalid(message('field.dateRange'));
  return new Date(instant).toISOString();
}
