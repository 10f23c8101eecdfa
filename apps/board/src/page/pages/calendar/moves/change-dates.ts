import type { FirstFreeResponse } from '@slipway/api-schema/calendar';
import type { ActivityResponse } from '@slipway/api-schema/history';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { fullNameOf, systemAuthor } from '../../../api/full-names.ts';
import { read } from '../../../api/rest.ts';
import { me } from '../../../api/session.ts';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { datesText, isSameDates, type PlannedDates } from './dates.ts';

const toTime = (date: string | undefined): number | undefined => (date === undefined ? undefined : Date.parse(date));
const toIso = (at: number): string => new Date(at).toISOString();

/**
 * Changes the planned dates of a release. Returns null after the change. Returns the dates of the release, without a
 * change, if they are no longer `from`. Throws ApiError, OfflineError.
 */
export async function changeDates(id: string, from: PlannedDates, to: PlannedDates): Promise<PlannedDates | null> {
  const otherDates: PlannedDates[] = [];
  const isChanged = await updateWithRetry<ReleaseResponse>(`/releases/${lastSegment(id)}`, (stored) => {
    const dates = { start: toTime(stored.scheduledStartDate), due: toTime(stored.dueDate) };
    otherDates.push(dates);
    return isSameDates(dates, from)
      ? {
          ...(to.start !== undefined && { scheduledStartDate: toIso(to.start) }),
          ...(to.due !== undefined && { dueDate: toIso(to.due) }),
        }
      : null;
  });
  return isChanged ? null : (otherDates.at(-1) ?? from);
}

/** Returns the user, other than the caller and the system, who last changed a release. Throws ApiError, OfflineError. */
async function lastAuthor(id: string): Promise<string> {
  const activities = await read<readonly ActivityResponse[]>(`/activities/${lastSegment(id)}`);
  const isOther = ({ username }: ActivityResponse): boolean =>
    username !== me.peek()?.username && username !== systemAuthor;
  const last = activities.findLast(isOther);
  return last === undefined ? t('Someone') : fullNameOf(last.username);
}

/** Returns why a release was not moved: another user has changed its dates. Throws ApiError, OfflineError. */
export async function describeConflict(id: string, title: string, dates: PlannedDates): Promise<string> {
  const author = await lastAuthor(id);
  const text = datesText(dates);
  return text === null
    ? t`${title} was not moved. ${author} removed its dates.`
    : t`${title} was not moved. ${author} changed its dates to ${text}.`;
}

/**
 * Returns the first time from a start on at which a release of this length overlaps no blackout. Throws ApiError,
 * OfflineError.
 */
export async function findFreeStart(id: string, start: number, lengthMs: number): Promise<number> {
  const query = new URLSearchParams({
    from: toIso(start),
    plannedDuration: String(Math.max(0, Math.round(lengthMs / 1000))),
    folderId: id.slice(0, Math.max(0, id.lastIndexOf('/'))),
  });
  return Date.parse((await read<FirstFreeResponse>(`/calendar/first-free?${query}`)).firstFree);
}
