import type { FilterBody } from '@slipway/api-schema/search';
import { activeStatuses } from '../../components/marks/status.tsx';
import { dayOf, plusDays, type Span, startOfDay } from '../calendar/days.ts';

/** Whose tasks are shown: of the user and their teams, or only of the user. */
export type Assignee = 'all' | 'me';

/** The maximum number of listed tasks. */
const maxTasks = 50;

/** Returns the path of the request for the waiting tasks. */
export const tasksPath = (assignee: Assignee): string =>
  `/me/tasks?${assignee === 'me' ? 'whose=me&' : ''}resultsPerPage=${maxTasks}`;

/** The statuses of releases that have not ended. */
const liveStatuses = ['PLANNED', ...activeStatuses] as const;

/** The number of releases by status. */
export const countPath = '/releases/count';
export const countBody: Partial<FilterBody> = { statuses: [...liveStatuses] };

/** The maximum number of releases that are checked for their risk. */
export const maxRisks = 20;

/** The live releases with the highest risk. */
export const risksPath = `/releases/search/page?where=live&resultsPerPage=${maxRisks}&teams=false`;
export const risksBody: Partial<FilterBody> = {
  statuses: [...liveStatuses],
  orderBy: 'risk',
  orderDirection: 'DESC',
};

/** The number of days of the calendar. */
export const dayCount = 7;
/** The maximum number of releases in each request of the calendar. */
export const maxReleases = 250;
/** The maximum number of blackouts in the calendar. */
const maxBlackouts = 100;

/** Returns the time range of the next days, from the start of today. */
export function nextDays(now: number): Span {
  const today = dayOf(now);
  return { from: startOfDay(today), to: startOfDay(plusDays(today, dayCount)) };
}

/** Returns the path of the request for blackouts. */
export const blackoutsPath = ({ from, to }: Span): string =>
  `/calendar/blackouts?from=${from}&to=${to}&resultsPerPage=${maxBlackouts}`;

/**
 * The requests for the releases of a time range: by due date from the start of the range, and backward by start from
 * its end. So the first releases are those in the range, even if many old releases overlap it.
 */
export const eventsPath = `/releases/search/overview?resultsPerPage=${maxReleases}&teams=false`;
export const dueBody = ({ from }: Span): Partial<FilterBody> => ({
  statuses: [...liveStatuses],
  ...{ from, orderBy: 'end_date', orderDirection: 'ASC' },
});
export const startsBody = ({ from, to }: Span): Partial<FilterBody> => ({
  statuses: [...liveStatuses],
  ...{ from, to, orderBy: 'start_date', orderDirection: 'DESC' },
});
