import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { releasesSql } from '../database/statuses.ts';

/** An active release in which nothing has happened since. */
export interface StaleRelease {
  readonly id: string;
  readonly version: number;
  readonly since: Instant;
}

/** Everything that happens in a release is in its log; the last entry is one look-up by key. */
const staleStatement = {
  name: 'stale-releases',
  text: `select r.id, r.version, coalesce(last.event_time, r.start_date) as since
    from live_releases r
      left join lateral (
        select event_time from live_activities where release_id = r.id order by seq desc limit 1) last on true
    where r.status in ${releasesSql.active} and r.start_date < $1
      and coalesce(last.event_time, r.start_date) < $1
      and not exists (
        select from awaits a where a.release_id = r.id and a.kind in ('date', 'script') and a.until > now())
    order by since limit $2`,
};

/**
 * The active releases in which nothing has happened since a moment, the longest silent first; those that wait for a
 * date which is still to come, or for a script that runs, sleeps or polls, are left out.
 */
export const findStaleReleases = (
  connection: Connection,
  instant: Instant,
  limit: number,
): Promise<readonly StaleRelease[]> => connection.query<StaleRelease>(staleStatement, [timestamp(instant), limit]);
