import type { Instant, Status } from '@slipway/domain/model';
import type { Connection, Database } from '../database/database.ts';
import { templateStatus } from '../database/statuses.ts';

/** A release, phase or task that has a date, planned or actual. */
export interface DatedEntry {
  readonly kind: 'release' | 'phase' | 'task';
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly start: Instant | null;
  readonly end: Instant | null;
  /** what it is planned to take, in seconds */
  readonly duration: number | null;
}

/** A release whose calendar is published, with what of it has a date: itself, then phases, then tasks, each by date. */
export interface PublishedPlan {
  readonly id: string;
  readonly title: string;
  /** The time of the latest change; null if none is logged. */
  readonly changedAt: Instant | null;
  readonly entries: readonly DatedEntry[];
}

type PlanRow = Omit<PublishedPlan, 'entries'> & { readonly archived: boolean };

/** Uses the expressions of the indexes of 0055-calendar-links. */
const publishedReleasesSql = (releases: string): string => `select id, archived, title from ${releases}
  where rest ->> 'calendarLinkToken' = $1 and passive -> 'calendarPublished' = 'true'
    and status <> '${templateStatus}'`;

const findStatement = {
  name: 'find-published-release',
  text: `select r.*, (select a.event_time from activities a where a.release_id = r.id and a.archived = r.archived
      order by a.seq desc limit 1) as "changedAt"
    from (${publishedReleasesSql('live_releases')} union all ${publishedReleasesSql('archived_releases')}) as r limit 1`,
};

const datedEntriesSql = (rank: number, kind: DatedEntry['kind'], where: string): string =>
  `select ${rank} as rank, '${kind}' as kind, id, title, status, coalesce(start_date, scheduled_start_date) as start,
    coalesce(end_date, due_date) as end, planned_duration as duration from ${kind}s where ${where} = $1 and archived = $2`;

const listStatement = {
  name: 'list-dated-entries',
  text: `select kind, id, title, status, start, "end", duration
    from (${datedEntriesSql(0, 'release', 'id')} union all ${datedEntriesSql(1, 'phase', 'release_id')}
      union all ${datedEntriesSql(2, 'task', 'release_id')}) as e
    where start is not null or "end" is not null
    order by rank, coalesce(start, "end"), id limit $3`,
};

async function readPublished(connection: Connection, token: string, maxEntries: number): Promise<PublishedPlan | null> {
  const [row] = await connection.query<PlanRow>(findStatement, [token]);
  if (row === undefined) return null;
  const { archived, ...release } = row;
  return { ...release, entries: await connection.query<DatedEntry>(listStatement, [release.id, archived, maxEntries]) };
}

/**
 * The release whose calendar is published under this token, live or archived, with at most this number of entries;
 * null if unknown.
 */
export const findPublishedPlan = (
  database: Database,
  token: string,
  maxEntries: number,
): Promise<PublishedPlan | null> =>
  database.transaction((connection) => readPublished(connection, token, maxEntries), 'read');
