import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { ForecastResponse } from '@slipway/api-schema/forecast';
import type { ReleaseOverview } from '@slipway/api-schema/search';
import { activeStatuses, isFinished } from '../../components/marks/status.tsx';
import { overlaps, type Span } from './days.ts';

/** A release in the calendar. */
export interface ReleaseEntry extends Span {
  readonly kind: 'release';
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseOverview['status'];
  /** The estimated end of an unfinished release, in milliseconds since 1970; null if it is unknown. */
  readonly estimatedEnd: number | null;
  /**
   * The first time after the blackout that contains the planned start, in milliseconds since 1970; null without such a
   * blackout.
   */
  readonly firstFree: number | null;
  /** Whether a blackout overlaps the remaining time of the release. */
  readonly overlapsBlackout: boolean;
  readonly release: ReleaseOverview;
}

/** A blackout in the calendar. */
export interface BlackoutEntry extends Span {
  readonly kind: 'blackout';
  readonly id: string;
  readonly title: string;
  readonly blackout: BlackoutResponse;
}

export type Entry = ReleaseEntry | BlackoutEntry;

type ReleaseDates = Pick<
  ReleaseOverview,
  'status' | 'startDate' | 'endDate' | 'dueDate' | 'plannedDuration' | 'scheduledStartDate'
>;

/**
 * Returns the time range of a release; null if it has no date. The range begins at the actual or planned start. It ends
 * at the actual end, the due date, or the start plus the planned duration (in seconds). A range without a start contains
 * only its end. The range of a running release ends at `now` or later.
 */
export function releaseSpan(
  { status, startDate, endDate, dueDate, plannedDuration }: ReleaseDates,
  now: number,
): Span | null {
  const from = startDate ?? endDate ?? dueDate;
  if (from === undefined) return null;
  const planned = endDate ?? dueDate ?? from + (plannedDuration ?? 0) * 1000;
  const to =
    endDate === undefined && activeStatuses.some((active) => active === status) ? Math.max(planned, now) : planned;
  return { from: Math.min(from, to), to };
}

/** Returns the actual end, the due date, or the planned end of a release; null if it has none. */
export const knownEnd = ({ startDate, endDate, dueDate, plannedDuration }: ReleaseDates): number | null =>
  endDate ?? dueDate ?? (startDate !== undefined && plannedDuration ? startDate + plannedDuration * 1000 : null);

/** Returns the entries of releases. A release without dates has no entry. */
export const releaseEntries = (releases: readonly ReleaseOverview[], now: number): readonly ReleaseEntry[] =>
  releases.flatMap((release) => {
    const time = releaseSpan(release, now);
    if (time === null) return [];
    const { periods, conflicts } = release.$metadata.blackout;
    const { id, title, status } = release;
    const firstFree = conflicts[0]?.firstFree ?? null;
    const overlapsBlackout = periods.length > 0;
    return [{ kind: 'release', id, title, status, ...time, estimatedEnd: null, firstFree, overlapsBlackout, release }];
  });

/** Returns the releases that have not ended. Their end can be estimated. */
export const unfinishedReleases = (entries: readonly Entry[]): readonly ReleaseEntry[] =>
  entries.filter((entry) => entry.kind === 'release').filter((entry) => !isFinished(entry));

/** Returns the periods of blackouts that overlap a release. */
export const blackoutPeriods = (entry: ReleaseEntry): readonly Span[] =>
  entry.release.$metadata.blackout.periods
    .map(({ startDate, endDate }) => ({ from: startDate, to: endDate }))
    .filter((period) => overlaps(fullSpan(entry), period));

/**
 * Returns the entries with the estimated ends of their releases. Without an end, each later blackout may overlap a
 * release. The estimate excludes those after it.
 */
export function withEstimates(entries: readonly Entry[], forecasts: readonly ForecastResponse[]): readonly Entry[] {
  const ends = new Map(forecasts.map(({ id, endDate }) => [id, Date.parse(endDate)]));
  return entries.map((entry) => {
    const estimatedEnd = ends.get(entry.id);
    if (entry.kind === 'blackout' || estimatedEnd === undefined) return entry;
    const estimated = { ...entry, estimatedEnd };
    return { ...estimated, overlapsBlackout: blackoutPeriods(estimated).length > 0 };
  });
}

/** Returns the time range of an entry, extended to the estimated end. */
export const fullSpan = (entry: Entry): Span => ({
  from: entry.from,
  to: entry.kind === 'release' ? Math.max(entry.to, entry.estimatedEnd ?? entry.to) : entry.to,
});

export const blackoutEntry = (blackout: BlackoutResponse): BlackoutEntry => ({
  kind: 'blackout',
  id: blackout.id,
  title: blackout.label,
  from: Date.parse(blackout.startDate),
  to: Date.parse(blackout.endDate),
  blackout,
});

/** Blackouts precede releases. An earlier start precedes a later one, and a longer entry a shorter one. */
export function compareEntries(one: Entry, other: Entry): number {
  const [a, b] = [fullSpan(one), fullSpan(other)];
  return (
    Number(one.kind === 'release') - Number(other.kind === 'release') ||
    a.from - b.from ||
    b.to - a.to ||
    one.title.localeCompare(other.title) ||
    one.id.localeCompare(other.id)
  );
}

/** Returns the entries that overlap a time range, in the order of `compareEntries`. */
export const entriesIn = (entries: readonly Entry[], span: Span): readonly Entry[] =>
  entries.filter((entry) => overlaps(fullSpan(entry), span)).toSorted(compareEntries);
