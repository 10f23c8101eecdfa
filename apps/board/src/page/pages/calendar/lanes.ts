import { type Day, daySpan, overlaps, type Span } from './days.ts';
import { compareEntries, type Entry, fullSpan } from './entries.ts';

/** The part of an entry in one week, as a bar. Columns count the days of the week from 0. */
export interface Bar {
  readonly entry: Entry;
  readonly column: number;
  /** The number of days of the bar. */
  readonly length: number;
  /** The number of its last days on which the release lasts only by its estimated end. */
  readonly estimatedLength: number;
  readonly lane: number;
  readonly startsBefore: boolean;
  readonly endsAfter: boolean;
}

/** The bars of a week, and the entries without a bar. */
export interface Week {
  readonly bars: readonly Bar[];
  /** The number of lanes that have a bar. */
  readonly laneCount: number;
  /** For each day, the entries that have no bar because all lanes are full. */
  readonly hidden: readonly (readonly Entry[])[];
}

/** The maximum numbers of lanes in a week: of all entries, and of blackouts, which come first. */
export interface LaneLimits {
  readonly all: number;
  readonly blackouts: number;
}

/** Returns the days that a time range covers, as the first column and the number of days; null for none. */
function columnsOf(span: Span, days: readonly Span[]): readonly [column: number, length: number] | null {
  const first = days.findIndex((day) => overlaps(span, day));
  if (first < 0) return null;
  return [first, days.findLastIndex((day) => overlaps(span, day)) - first + 1];
}

/** Returns the number of days at the end of a bar that only the estimated end covers. */
function estimatedLengthOf(entry: Entry, days: readonly Span[], column: number, length: number): number {
  if (entry.kind === 'blackout') return 0;
  const planned = columnsOf(entry, days);
  return planned === null ? length : column + length - planned[0] - planned[1];
}

/**
 * Returns the bars of a week, one for each entry, each in the first lane that is free on all its days. An entry without
 * a free lane has no bar.
 */
export function layoutWeek(entries: readonly Entry[], week: readonly Day[], limits: LaneLimits): Week {
  const days = week.map(daySpan);
  const bars: Bar[] = [];
  const hidden: Entry[][] = week.map(() => []);
  /** For each lane, one bit for each day with a bar. */
  const lanes: number[] = [];
  for (const entry of entries.toSorted(compareEntries)) {
    const span = fullSpan(entry);
    const columns = columnsOf(span, days);
    if (columns === null) continue;
    const [column, length] = columns;
    const mask = ((1 << length) - 1) << column;
    const free = lanes.findIndex((taken) => (taken & mask) === 0);
    const lane = free < 0 ? lanes.length : free;
    if (lane >= (entry.kind === 'blackout' ? limits.blackouts : limits.all)) {
      for (let day = column; day < column + length; day += 1) hidden[day]?.push(entry);
      continue;
    }
    lanes[lane] = (lanes[lane] ?? 0) | mask;
    bars.push({
      ...{ entry, column, length, lane, estimatedLength: estimatedLengthOf(entry, days, column, length) },
      startsBefore: span.from < (days[0]?.from ?? 0),
      endsAfter: span.to > (days.at(-1)?.to ?? 0),
    });
  }
  return { bars, laneCount: lanes.length, hidden };
}
