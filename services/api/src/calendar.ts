import { type Blackout, type Instant, nextBoundary } from '@slipway/domain';
import { type Calendar, type CalendarMoment, readCalendar } from '@slipway/persistence';
import type { Deps } from './deps.ts';

/** The calendar as this process read it last. */
export interface KeptCalendar {
  last: Calendar | null;
}

/** The blackouts that are not over for what is in a folder. */
export interface Surroundings {
  readonly blackouts: readonly Blackout[];
  readonly now: Instant;
  /** the same for all processes, until one of these blackouts begins, ends, gets other dates or joins them */
  readonly mark: string;
}

/** Of what lies to no blackouts: tasks, and the archive. */
export const noSurroundings: Surroundings = { blackouts: [], now: 0, mark: '' };

/** What has been read, where, and under which version of the calendar. */
interface Placed {
  readonly folderPath: readonly string[];
  readonly calendar: CalendarMoment | null;
}

/** The blackouts around something that was read; by a statement only where the calendar has changed since the last one. */
export async function surroundingsOf(
  deps: Pick<Deps, 'database' | 'answers'>,
  { folderPath, calendar }: Placed,
): Promise<Surroundings> {
  if (calendar === null) return noSurroundings;
  const { now } = calendar;
  const ahead = (await calendarOf(deps, calendar)).blackouts.filter(
    ({ endDate, folderId }) => endDate > now && (folderId === null || folderPath.includes(folderId)),
  );
  const dates = ahead.map(({ id, startDate, endDate }) => [id, startDate, endDate]);
  const mark = ahead.length === 0 ? '' : JSON.stringify([nextBoundary(ahead, now), dates]);
  return { blackouts: ahead, now, mark };
}

/** A version only ever goes up: what is kept may be newer than what was read. */
async function calendarOf({ database, answers }: Pick<Deps, 'database' | 'answers'>, { version }: CalendarMoment) {
  const { calendar } = answers;
  if (calendar.last !== null && calendar.last.version >= version) return calendar.last;
  const read = await readCalendar(database);
  if (calendar.last === null || read.version > calendar.last.version) calendar.last = read;
  return read;
}
