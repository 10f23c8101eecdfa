import { permissionReason } from '../../../api/permission-reason.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { isUtc } from '../../../navigation/preferences.ts';
import { t } from '../../../navigation/text.ts';
import { momentText, rangeText } from '../date-texts.ts';
import type { Day, Span } from '../days.ts';
import { fullSpan, type ReleaseEntry } from '../entries.ts';

/** The planned dates of a release, in milliseconds since 1970; undefined without a date, which then gets none. */
export interface PlannedDates {
  readonly start: number | undefined;
  readonly due: number | undefined;
}

const dayMs = 86_400_000;

export const plannedDatesOf = ({ release }: ReleaseEntry): PlannedDates => ({
  start: release.scheduledStartDate,
  due: release.dueDate,
});

export const isSameDates = (one: PlannedDates, other: PlannedDates): boolean =>
  one.start === other.start && one.due === other.due;

/** Returns the number of days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Returns the same time of day a number of days later, in the time zone of the page. A day can have 23 or 25 hours. */
function plusDaysAt(at: number, count: number): number {
  if (isUtc.value) return at + count * dayMs;
  const date = new Date(at);
  date.setDate(date.getDate() + count);
  return date.getTime();
}

const mapDates = ({ start, due }: PlannedDates, map: (at: number) => number): PlannedDates => ({
  start: start === undefined ? undefined : map(start),
  due: due === undefined ? undefined : map(due),
});

/** Returns the dates moved by days. Each keeps its time of day. */
export const movedByDays = (dates: PlannedDates, count: number): PlannedDates =>
  mapDates(dates, (at) => plusDaysAt(at, count));

/** Returns the dates moved by milliseconds. */
export const movedByMs = (dates: PlannedDates, offsetMs: number): PlannedDates =>
  mapDates(dates, (at) => at + offsetMs);

/** Returns the time range of an entry moved by days. */
export function movedSpan(entry: ReleaseEntry, count: number): Span {
  const { from, to } = fullSpan(entry);
  return { from: plusDaysAt(from, count), to: plusDaysAt(to, count) };
}

/** Returns the text of dates; null without a date. */
export function datesText({ start, due }: PlannedDates): string | null {
  if (start !== undefined && due !== undefined) return rangeText({ from: start, to: due });
  const only = start ?? due;
  return only === undefined ? null : momentText(only);
}

/** Returns why a release cannot be moved; null if it can. */
export function moveRefusal({ release }: ReleaseEntry): string | null {
  if (release.status !== 'PLANNED') return t('Only planned releases can be moved.');
  const missingPermission = missingPermissionOn(release, 'updateRelease');
  return permissionReason(missingPermission);
}
