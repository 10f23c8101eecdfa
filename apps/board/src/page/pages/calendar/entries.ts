import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { ForecastResponse } from '@slipway/api-schema/forecast';
import type { ReleaseOverview } from '@slipway/api-schema/search';
import { isFinished } from '../../components/status.tsx';
import { overlaps, type Span } from './days.ts';

/** A release as a calendar has it. */
export interface ReleaseEntry extends Span {
  readonly kind: 'release';
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseOverview['status'];
  /** The estimated end of an unfinished one; null: unknown */
  readonly estimatedEnd: number | null;
  /** it is planned to start in a blackout, and may start at this moment, in milliseconds since 1970; null: it is not */
  readonly firstFree: number | null;
  /** whether a blackout touches its time that is not over */
  readonly overlapsBlackout: boolean;
}

/** A blackout as a calendar has it. */
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

const runningStatuses: readonly ReleaseOverview['status'][] = ['IN_PROGRESS', 'FAILING', 'FAILED', 'PAUSED'];

/**
 * The span of a release: from its start, actual or planned, until its end, its due date, or its planned duration in
 * seconds; a running one lasts until now at least. Null: no date.
 */
export function releaseSpan(
  { status, startDate, endDate, dueDate, plannedDuration }: ReleaseDates,
  now: number,
): Span | null {
  const from = startDate ?? endDate ?? dueDate;
  if (from === undefined) return null;
  const planned = endDate ?? dueDate ?? from + (plannedDuration ?? 0) * 1000;
  const to = endDate === undefined && runningStatuses.includes(status) ? Math.max(planned, now) : planned;
  return { from: Math.min(from, to), to };
}

/** The entries of releases. A release without dates has none. */
export const releaseEntries = (releases: readonly ReleaseOverview[], now: number): readonly ReleaseEntry[] =>
  releases.flatMap((release) => {
    const time = releaseSpan(release, now);
    if (time === null) return [];
    const { periods, conflicts } = release.$metadata.blackout;
    const { id, title, status } = release;
    const firstFree = conflicts[0]?.firstFree ?? null;
    const overlapsBlackout = periods.length > 0;
    return [{ kind: 'release', id, title, status, ...time, estimatedEnd: null, firstFree, overlapsBlackout }];
  });

/** The unfinished ones, whose end can be estimated. */
export const unfinishedReleases = (entries: readonly Entry[]): readonly ReleaseEntry[] =>
  entries.filter((entry) => entry.kind === 'release').filter((entry) => !isFinished(entry));

/** The same with when each would end. */
export function withEstimates(entries: readonly Entry[], forecasts: readonly ForecastResponse[]): readonly Entry[] {
  const ends = new Map(forecasts.map(({ id, endDate }) => [id, Date.parse(endDate)]));
  return entries.map((entry) =>
    entry.kind === 'release' ? { ...entry, estimatedEnd: ends.get(entry.id) ?? entry.estimatedEnd } : entry,
  );
}

/** The whole span of an entry, as planned or, if later, estimated. */
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

/** The entries in a period: blackouts first, then by start. */
export const entriesIn = (entries: readonly Entry[], span: Span): readonly Entry[] =>
  entries
    .filter((entry) => overlaps(fullSpan(entry), span))
    .toSorted(
      (a, b) =>
        Number(a.kind === 'release') - Number(b.kind === 'release') ||
        a.from - b.from ||
        a.title.localeCompare(b.title),
    );
