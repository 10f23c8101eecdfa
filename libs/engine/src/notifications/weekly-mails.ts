import type { Instant } from '@slipway/domain/model';
import { nextDigestAt } from '@slipway/domain/notifications';
import { lockDueWeeklyMails, type WeeklySchedule, writeWeeklyMails } from '@slipway/persistence/dashboards';
import type { Database } from '@slipway/persistence/database';
import { crashPoint } from '../environment/crash-point.ts';

const batch = 100;

/** Returns the time of the next weekly mail after `now`. */
export const nextWeeklyMailAt = ({ weekday, time, timeZone }: WeeklySchedule, now: Instant): Instant =>
  nextDigestAt({ digest: { frequency: 'weekly', weekdays: [weekday], time }, zone: timeZone }, now);

/**
 * Writes an event for each due weekly mail, and sets its timer to the next week, in one transaction. After an outage of
 * several weeks there is one event. Several processes can run it at the same time. Returns the number of events.
 */
export const queueWeeklyMails = (database: Database, now: Instant): Promise<number> =>
  database.transaction(async (connection) => {
    const due = await lockDueWeeklyMails(connection, now, batch);
    if (due.length === 0) return 0;
    const mails = due.map((mail) => ({ due: mail, nextAt: nextWeeklyMailAt(mail, now) }));
    await writeWeeklyMails(connection, now, mails);
    crashPoint('inside-transaction');
    return due.length;
  });
