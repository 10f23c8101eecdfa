import { NotFound } from '@slipway/domain/model';
import { writeCalendar } from '@slipway/formats';
import { findPublishedPlan } from '@slipway/persistence/calendar';
import type { Database } from '@slipway/persistence/database';
import { eventOf, maxEvents, writer } from './events.ts';

/** A signed 64-bit number as text: so tokens of releases look, and nothing else is looked for. */
const tokenForm = /^-?\d{1,19}$/;

/**
 * The calendar that a release publishes under this token, as a file of RFC 5545: all parts with a date, without
 * comments, owners and descriptions. Throws the same NotFound for an unknown token and for an unpublished calendar.
 */
export async function publishedCalendar({ database }: { readonly database: Database }, token: string): Promise<string> {
  const plan = tokenForm.test(token) ? await findPublishedPlan(database, token, maxEvents) : null;
  if (plan === null) throw new NotFound('there is no such calendar');
  const { title, changedAt, entries } = plan;
  const events = entries.map((entry) => eventOf(entry, entry.kind === 'release' ? null : title, changedAt));
  return writeCalendar({ title, writer, events });
}
