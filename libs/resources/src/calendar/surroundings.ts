import { hash } from 'node:crypto';
import { type Blackout, type Instant, nextBoundary } from '@slipway/domain';
import { type CalendarMoment, type Database, readCalendar } from '@slipway/persistence';
import { type CalendarCache, newSlices, type Slice } from '../model/calendar-cache.ts';

/** The blackouts that are not over for what is in a folder. */
export interface Surroundings {
  readonly blackouts: readonly Blackout[];
  readonly now: Instant;
  /** the moment for which the ends of releases are estimated: the start of a period of five minutes */
  readonly estimatedAt: Instant;
  /** the same for all processes, until one of these blackouts begins, ends, gets other dates or joins them, or the next period begins */
  readonly mark: string;
}

const estimatePeriodMs = 300_000;

/** For objects without blackouts: tasks, and the archive. */
const noSurroundings: Surroundings = { blackouts: [], now: 0, estimatedAt: 0, mark: '' };

/** What has been read, where, and under which version of the calendar. */
interface Place {
  readonly folderPath: readonly string[];
  readonly calendar: CalendarMoment | null;
}

interface Reads {
  readonly database: Database;
  readonly calendar: CalendarCache;
}

/** The blackouts around something that was read; by a statement only where the calendar has changed since the last one. */
export async function surroundingsOf(reads: Reads, { folderPath, calendar }: Place): Promise<Surroundings> {
  if (calendar === null) return noSurroundings;
  const { now } = calendar;
  await bringUp(reads, calendar);
  const { blackouts, mark } = sliceOf(reads.calendar, folderPath, now);
  return { blackouts, now, estimatedAt: periodStart(now), mark };
}

const periodStart = (now: Instant): Instant => now - (now % estimatePeriodMs);

/** Reads the calendar unless what is kept is as new; it may be newer, since a version only ever goes up. */
async function bringUp({ database, calendar: kept }: Reads, { version }: CalendarMoment): Promise<void> {
  if (kept.last.version >= version) return;
  const read = await readCalendar(database);
  if (kept.last.version >= read.version) return;
  kept.last = read;
  kept.slices = newSlices();
}

/**
 * Cached for repeated polls of releases in one folder: with hundreds of blackouts it costs more than the poll itself.
 */
function sliceOf(kept: CalendarCache, folderPath: readonly string[], now: Instant): Slice {
  const key = folderPath.join('/');
  const known = kept.slices.get(key);
  if (known !== undefined && known.since <= now && now < known.until) return known;
  const blackouts = kept.last.blackouts.filter(
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
  kept.slices.set(key, slice);
  return slice;
}
