import { hash } from 'node:crypto';
import { nextBoundary } from '@slipway/domain/calendar';
import type { Blackout } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import { type CalendarSnapshot, readCalendar } from '@slipway/persistence/calendar';
import type { Database } from '@slipway/persistence/database';
import { type CalendarCache, type CalendarSlice, newSlices } from '../model/calendar-cache.ts';

/** The blackouts that are not over for what is in a folder. */
export interface BlackoutContext {
  readonly blackouts: readonly Blackout[];
  readonly now: Instant;
  /** the moment for which the ends of releases are estimated: the start of a period of five minutes */
  readonly estimatedAt: Instant;
  /** the same for all processes, until one of these blackouts begins, ends, gets other dates or joins them, or the next period begins */
  readonly mark: string;
}

const estimatePeriodMs = 300_000;

/** For objects without blackouts: tasks, and the archive. */
const noBlackouts: BlackoutContext = { blackouts: [], now: 0, estimatedAt: 0, mark: '' };

/** What has been read, where, and under which version of the calendar. */
interface CalendarLocation {
  readonly folderPath: readonly string[];
  readonly calendar: CalendarSnapshot | null;
}

interface CalendarSources {
  readonly database: Database;
  readonly calendar: CalendarCache;
}

/** The blackouts around something that was read; by a statement only where the calendar has changed since the last one. */
export async function blackoutContextOf(
  sources: CalendarSources,
  { folderPath, calendar }: CalendarLocation,
): Promise<BlackoutContext> {
  if (calendar === null) return noBlackouts;
  const { now } = calendar;
  await refreshCache(sources, calendar);
  const { blackouts, mark } = sliceOf(sources.calendar, folderPath, now);
  return { blackouts, now, estimatedAt: periodStart(now), mark };
}

const periodStart = (now: Instant): Instant => now - (now % estimatePeriodMs);

/** Reads the calendar unless what is kept is as new; it may be newer, since a version only ever goes up. */
async function refreshCache(
  { database, calendar: cache }: CalendarSources,
  { version }: CalendarSnapshot,
): Promise<void> {
  if (cache.last.version >= version) return;
  const read = await readCalendar(database);
  if (cache.last.version >= read.version) return;
  cache.last = read;
  cache.slices = newSlices();
}

/**
 * Cached for repeated polls of releases in one folder: with hundreds of blackouts it costs more than the poll itself.
 */
function sliceOf(cache: CalendarCache, folderPath: readonly string[], now: Instant): CalendarSlice {
  const key = folderPath.join('/');
  const cached = cache.slices.get(key);
  if (cached !== undefined && cached.since <= now && now < cached.until) return cached;
  const blackouts = cache.last.blackouts.filter(
    ({ endDate, folderId }) => endDate > now && (folderId === null || folderPath.includes(folderId)),
  );
  const next = nextBoundary(blackouts, now);
  const dates = blackouts.map(({ id, startDate, endDate }) => [id, startDate, endDate]);
  const mark = next === null ? '' : hash('sha256', JSON.stringify([next, periodStart(now), dates]), 'base64url');
  const slice = {
    blackouts,
    mark,
    since: now,
    until: next === null ? Number.POSITIVE_INFINITY : Math.min(next, periodStart(now) + estimatePeriodMs),
  };
  cache.slices.set(key, slice);
  return slice;
}
