import { message } from '@slipway/domain/messages';
import { Conflict, type Instant, isOver, NotFound, type ReleaseStatus } from '@slipway/domain/model';
import type { Connection, Database } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { releasesSql } from '../database/statuses.ts';
import { deletedPlansSql } from '../live/plan-changes.ts';
import { bumpAccessVersion } from '../people/grants.ts';
import { deletePlan } from '../plans/saving/delete-plan.ts';

const lockStatement = { name: 'archive-lock', text: 'select status from live_releases where id = $1 for update' };
/**
 * Moves a release to the archive by a change of its partition key. PostgreSQL moves the row to the partition of its
 * month (archive-partitions.md).
 */
const moveStatements = [
  {
    name: 'archive releases',
    text: `with gone as (
        update releases set archived = true, archived_month = archive_month(), next_wake_at = null
        where id = any ($1::text[]) and not archived returning id, folder_id, status)
      ${deletedPlansSql}`,
  },
  ...['phases', 'tasks', 'comments', 'activities'].map((table) => ({
    name: `archive ${table}`,
    text: `update ${table} set archived = true, archived_month = archive_month() where release_id = any ($1::text[]) and not archived`,
  })),
  { name: 'archive awaits', text: 'delete from awaits where release_id = any ($1::text[])' },
];

async function moveToArchive(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await Promise.all(moveStatements.map((statement) => connection.query(statement, [ids])));
}

/**
 * Archives a finished release with all its data. Throws NotFound, and Conflict for a release that is not COMPLETED or
 * ABORTED.
 */
export async function archiveRelease(database: Database, id: string): Promise<void> {
  await database.transaction(async (connection) => {
    const [row] = await connection.query<{ readonly status: ReleaseStatus }>(lockStatement, [id]);
    if (row === undefined) throw new NotFound(message('notFound.release', { id }));
    if (!isOver(row.status)) {
      throw new Conflict(message('release.archiveActive', { id, status: row.status }));
    }
    await moveToArchive(connection, [id]);
  });
}

/**
 * Excludes releases to delete while a gate waits for one of their parts, because the gate would fail. The index of end
 * dates contains finished releases only, so an empty result reads one page.
 */
const finishedStatement = {
  name: 'finished-releases',
  text: `select r.id, r.passive ->> 'archiveRelease' = 'false' as deletes from live_releases r
    where r.status in ${releasesSql.over} and r.end_date < $1
      and (r.passive ->> 'archiveRelease' is distinct from 'false' or not exists (
        select from awaits a where a.kind = 'target' and a.reference = any (array(
          select r.id union all select id from live_phases where release_id = r.id
          union all select id from live_tasks where release_id = r.id))))
    order by r.end_date limit $2 for update of r skip locked`,
};

/** The number of releases that were removed from the live tables. */
export interface ArchiveCounts {
  readonly archived: number;
  readonly deleted: number;
}

/**
 * Archives at most `limit` releases that finished before a time, oldest first. Deletes those with `archiveRelease:
 * false` instead (rest-operations.md, Archiving). Skips releases that another transaction is changing.
 */
export async function archiveFinishedBatch(
  database: Database,
  endedBefore: Instant,
  limit: number,
): Promise<ArchiveCounts> {
  return await database.transaction(async (connection) => {
    const rows = await connection.query<{ readonly id: string; readonly deletes: boolean | null }>(finishedStatement, [
      timestamp(endedBefore),
      limit,
    ]);
    const [toDelete, toArchive] = [
      rows.filter(({ deletes }) => deletes === true),
      rows.filter(({ deletes }) => deletes !== true),
    ];
    await moveToArchive(
      connection,
      toArchive.map(({ id }) => id),
    );
    let hadTeams = false;
    for (const { id } of toDelete) hadTeams = (await deletePlan(connection, id)).hadTeams || hadTeams;
    if (hadTeams) await bumpAccessVersion(connection);
    return { archived: toArchive.length, deleted: toDelete.length };
  });
}

const addMonths = {
  name: 'add-archive-months',
  text: `select add_archive_month(month::date) from unnest(array[now(), now() + interval '1 month']) as given (at),
    lateral (select date_trunc('month', at at time zone 'UTC')) as of (month)
    where to_regclass('archived_activities' || to_char(month, '_YYYY_MM')) is null`,
};

/**
 * Creates the missing archive partitions of this month and the next. If this role may not create tables, archived rows
 * go to the default partition.
 */
export async function addArchiveMonths(connection: Connection): Promise<void> {
  await connection.query(addMonths);
}

/** An active release without recent activity. */
export interface StaleRelease {
  readonly id: string;
  readonly version: number;
  readonly since: Instant;
}

/** Reads the last log entry by key: all activity of a release is logged. */
const staleStatement = {
  name: 'stale-releases',
  text: `select r.id, r.version, coalesce(last.event_time, r.start_date) as since
    from live_releases r
      left join lateral (
        select event_time from live_activities where release_id = r.id order by seq desc limit 1) last on true
    where r.status in ${releasesSql.active} and r.start_date < $1
      and coalesce(last.event_time, r.start_date) < $1
      and not exists (
        select from awaits a where a.release_id = r.id and a.kind in ('date', 'script', 'mail') and a.until > now())
    order by since limit $2`,
};

/**
 * Finds active releases without activity since a time, the longest inactive first. Omits releases that wait for a
 * future date, or for a script that is running, sleeping or polling.
 */
export const findStaleReleases = (
  connection: Connection,
  instant: Instant,
  limit: number,
): Promise<readonly StaleRelease[]> => connection.query<StaleRelease>(staleStatement, [timestamp(instant), limit]);
