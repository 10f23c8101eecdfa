import type { Connection } from '../database/database.ts';
import type { DatedEntry } from './published-plans.ts';

/** A live release that has a date. */
export type DatedRelease = Omit<DatedEntry, 'kind'> & { readonly changedAt: DatedEntry['start'] };

const listStatement = {
  name: 'list-dated-releases',
  text: `select r.id, r.title, r.status, coalesce(r.start_date, r.scheduled_start_date) as start,
      coalesce(r.end_date, r.due_date) as end, r.planned_duration as duration,
      (select a.event_time from live_activities a where a.release_id = r.id order by a.seq desc limit 1) as "changedAt"
    from unnest($1::text[]) with ordinality as wanted (id, nth) join live_releases r using (id) order by nth`,
};

/** Live releases as calendars show them, in the order of the ids; those that do not exist are left out. */
export const listDatedReleases = (connection: Connection, ids: readonly string[]): Promise<readonly DatedRelease[]> =>
  connection.query<DatedRelease>(listStatement, [ids]);
