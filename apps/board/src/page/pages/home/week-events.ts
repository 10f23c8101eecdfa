import type { ReleaseOverview } from '@slipway/api-schema/search';
import { type Day, dayOf, plusDays, type Span } from '../calendar/days.ts';
import { dayCount } from './requests.ts';

/** The start or the due date of a release. */
export interface WeekEvent {
  readonly kind: 'starts' | 'due';
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseOverview['status'];
  /** In milliseconds since 1970. */
  readonly at: number;
}

type EventRelease = Pick<ReleaseOverview, 'id' | 'title' | 'status' | 'startDate' | 'dueDate' | 'plannedDuration'>;

/** Returns the starts of planned releases and the due dates of all releases in a time range, by time. */
export const weekEvents = (releases: readonly EventRelease[], { from, to }: Span): readonly WeekEvent[] =>
  releases
    .flatMap(({ id, title, status, startDate, dueDate, plannedDuration }): readonly WeekEvent[] => {
      const end =
        dueDate ?? (startDate === undefined || plannedDuration === 0 ? undefined : startDate + plannedDuration * 1000);
      const release = { id, title, status };
      return [
        ...(status === 'PLANNED' && startDate !== undefined
          ? [{ ...release, kind: 'starts', at: startDate } as const]
          : []),
        ...(end === undefined ? [] : [{ ...release, kind: 'due', at: end } as const]),
      ];
    })
    .filter(({ at }) => at >= from && at < to)
    .toSorted((one, other) => one.at - other.at || one.title.localeCompare(other.title));

interface LoadedReleases {
  /** The releases by due date, those that are due first at first; undefined until they are loaded. */
  readonly due: readonly EventRelease[] | undefined;
  /** The releases by start, those that start last at first; undefined until they are loaded. */
  readonly starts: readonly EventRelease[] | undefined;
}

/** Returns each release once, and whether a time range may have events of releases beyond the maximum number. */
export function mergeReleases(
  { due = [], starts = [] }: LoadedReleases,
  { from, to }: Span,
  maxCount: number,
): { readonly releases: readonly EventRelease[]; readonly hasMore: boolean } {
  const hasMoreDue = due.length >= maxCount && (due.at(-1)?.dueDate ?? to) < to;
  const hasMoreStarts = starts.length >= maxCount && (starts.at(-1)?.startDate ?? from) > from;
  return {
    releases: [...new Map([...due, ...starts].map((release) => [release.id, release])).values()],
    hasMore: hasMoreDue || hasMoreStarts,
  };
}

/** Returns the days of the week that begins today. */
export const weekDays = (now: number): readonly Day[] =>
  Array.from({ length: dayCount }, (_, index) => plusDays(dayOf(now), index));

/** Returns the columns of a time range in a week, from 1: the first one, and the one after the last. */
export function columnsOf({ from, to }: Span, days: readonly Day[]): readonly [first: number, end: number] {
  const [start, last] = [dayOf(from), dayOf(to - 1)];
  const covered = days.filter((day) => day >= start && day <= last);
  const first = Math.max(0, days.indexOf(covered[0] ?? ''));
  return [first + 1, first + 1 + Math.max(1, covered.length)];
}
