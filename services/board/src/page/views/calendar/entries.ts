import type { BlackoutAnswer, OutlookAnswer, ReleaseOverview } from '@slipway/wire';
import { isOver } from '../../parts/status.tsx';
import { type Span, touches } from './days.ts';

/** A release as a calendar has it. */
export interface ReleaseEntry extends Span {
  readonly kind: 'release';
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseOverview['status'];
  /** The estimated end of an unfinished one; null: unknown */
  readonly foreseen: number | null;
  /** it is planned to start in a blackout, and may start at this moment, in milliseconds since 1970; null: it is not */
  readonly firstFree: number | null;
  /** whether a blackout touches its time that is not over */
  readonly meetsBlackout: boolean;
}

/** A blackout as a calendar has it. */
export interface BlackoutEntry extends Span {
  readonly kind: 'blackout';
  readonly id: string;
  readonly title: string;
  readonly blackout: BlackoutAnswer;
}

export type Entry = ReleaseEntry | BlackoutEntry;

type Dated = Pick<
  ReleaseOverview,
  'status' | 'startDate' | 'endDate' | 'dueDate' | 'plannedDuration' | 'scheduledStartDate'
>;

const running: readonly ReleaseOverview['status'][] = ['IN_PROGRESS', 'FAILING', 'FAILED', 'PAUSED'];

/**
 * The span of a release: from its start, actual or planned, until its end, its due date, or its planned duration in
 * seconds; a running one lasts until now at least. Null: no date.
 */
export function timeOf({ status, startDate, endDate, dueDate, plannedDuration }: Dated, now: number): Span | null {
  const from = startDate ?? endDate ?? dueDate;
  if (from === undefined) return null;
  const planned = endDate ?? dueDate ?? from + (plannedDuration ?? 0) * 1000;
  const to = endDate === undefined && running.includes(status) ? Math.max(planned, now) : planned;
  return { from: Math.min(from, to), to };
}

/** What a calendar shows of releases: those that have no date are on no day. */
export const releaseEntries = (releases: readonly ReleaseOverview[], now: number): readonly ReleaseEntry[] =>
  releases.flatMap((release) => {
    const time = timeOf(release, now);
    if (time === null) return [];
    const { periods, conflicts } = release.$metadata.blackout;
    const { id, title, status } = release;
    const firstFree = conflicts[0]?.firstFree ?? null;
    const meetsBlackout = periods.length > 0;
    return [{ kind: 'release', id, title, status, ...time, foreseen: null, firstFree, meetsBlackout }];
  });

/** The unfinished ones, whose end can be estimated. */
export const openIn = (entries: readonly Entry[]): readonly ReleaseEntry[] =>
  entries.filter((entry) => entry.kind === 'release').filter((entry) => !isOver(entry));

/** The same with when each would end. */
export function withForeseen(entries: readonly Entry[], outlooks: readonly OutlookAnswer[]): readonly Entry[] {
  const ends = new Map(outlooks.map(({ id, endDate }) => [id, Date.parse(endDate)]));
  return entries.map((entry) =>
    entry.kind === 'release' ? { ...entry, foreseen: ends.get(entry.id) ?? entry.foreseen } : entry,
  );
}

/** The whole span of an entry, as planned or, if later, estimated. */
export const wholeOf = (entry: Entry): Span => ({
  from: entry.from,
  to: entry.kind === 'release' ? Math.max(entry.to, entry.foreseen ?? entry.to) : entry.to,
});

export const blackoutEntry = (blackout: BlackoutAnswer): BlackoutEntry => ({
  kind: 'blackout',
  id: blackout.id,
  title: blackout.label,
  from: Date.parse(blackout.startDate),
  to: Date.parse(blackout.endDate),
  blackout,
});

/** What of these is in a time: blackouts first, then by their start. */
export const within = (entries: readonly Entry[], span: Span): readonly Entry[] =>
  entries
    .filter((entry) => touches(wholeOf(entry), span))
    .toSorted(
      (one, other) =>
        Number(one.kind === 'release') - Number(other.kind === 'release') ||
        one.from - other.from ||
        one.title.localeCompare(other.title),
    );
