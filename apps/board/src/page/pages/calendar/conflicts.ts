import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { lastSegment } from '../../navigation/ids.ts';
import { overlaps, type Span } from './days.ts';
import { type BlackoutEntry, blackoutPeriods, type Entry, fullSpan, type ReleaseEntry } from './entries.ts';

/** A release that starts in a blackout or overlaps one. */
export interface Conflict {
  readonly entry: ReleaseEntry;
  /** The blackout; undefined if it is not loaded. */
  readonly blackout: BlackoutEntry | undefined;
  /** For a start in a blackout, the planned start, in milliseconds since 1970; null for an overlap. */
  readonly start: number | null;
  /** The first time after the blackout, for a start in a blackout. */
  readonly firstFree: number | null;
  /** The time of the release in the blackout. */
  readonly overlap: Span;
}

/** Whether a blackout applies to a release: it is for all folders, or for a folder around the release. */
const appliesTo = ({ folderId }: BlackoutResponse, { id }: ReleaseEntry): boolean =>
  folderId === undefined || id.split('/').includes(lastSegment(folderId));

const intersection = (one: Span, other: Span): Span => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

/** Returns the conflict of a planned start; null if there is none. */
function startConflict(entry: ReleaseEntry, blackouts: readonly BlackoutEntry[]): Conflict | null {
  const conflict = entry.release.$metadata.blackout.conflicts.find(({ id }) => id === entry.id);
  if (conflict === undefined) return null;
  const { blackoutId, scheduledStartDate: start, firstFree } = conflict;
  const blackout = blackouts.find(({ id }) => lastSegment(id) === lastSegment(blackoutId));
  return { entry, blackout, start, firstFree, overlap: { from: start, to: firstFree } };
}

/** Returns an overlap for each period that a blackout shares with the remaining time of a release. */
function overlapConflicts(entry: ReleaseEntry, blackouts: readonly BlackoutEntry[]): readonly Conflict[] {
  return blackoutPeriods(entry)
    .map((period) => intersection(fullSpan(entry), period))
    .filter((period) => period.from < period.to)
    .map((overlap) => ({
      ...{ entry, overlap, start: null, firstFree: null },
      blackout: blackouts.find((blackout) => overlaps(blackout, overlap) && appliesTo(blackout.blackout, entry)),
    }));
}

/** Returns the conflicts of releases with blackouts in a time range: first planned starts, then overlaps, by time. */
export function conflictsIn(entries: readonly Entry[], shown: Span): readonly Conflict[] {
  const blackouts = entries.filter((entry) => entry.kind === 'blackout');
  return entries
    .filter((entry) => entry.kind === 'release')
    .flatMap((entry) => startConflict(entry, blackouts) ?? overlapConflicts(entry, blackouts))
    .filter(({ overlap }) => overlaps(overlap, shown))
    .toSorted(
      (a, b) =>
        Number(a.start === null) - Number(b.start === null) ||
        a.overlap.from - b.overlap.from ||
        a.entry.title.localeCompare(b.entry.title),
    );
}
