import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { releasesSql } from '../database/statuses.ts';

/** The number of the lock of all changes of facts. It is arbitrary. */
const factsLock = 5_516_067;

const lockStatement = {
  name: 'try-insight-lock',
  text: `select pg_try_advisory_xact_lock(${factsLock}) as locked`,
};

/** Locks the facts until the transaction ends. Returns false if another process changes them. */
export async function tryLockFacts(connection: Connection): Promise<boolean> {
  const [row] = await connection.query<{ readonly locked: boolean }>(lockStatement);
  return row?.locked === true;
}

/** The progress of the jobs for facts. */
export interface InsightState {
  /** the zone of the days of the aggregates; null: there are none yet */
  readonly zone: string | null;
  readonly backfillFinished: boolean;
  readonly backfillDone: number;
  /** null: not counted yet */
  readonly backfillTotal: number | null;
  /** the end of the oldest release whose facts the backfill has computed */
  readonly backfillEnd: Instant;
  readonly backfillId: string;
  readonly rebuildRequested: boolean;
  readonly rebuildRunning: boolean;
  readonly checkedAt: Instant;
  readonly mismatches: number;
  /** the end of the last release whose deployment was computed again; null: the job has nothing to do */
  readonly deploymentsEnd: Instant | null;
  readonly deploymentsId: string;
}

const readStatement = {
  name: 'read-insight-state',
  text: `select zone, backfill_finished as "backfillFinished", backfill_done as "backfillDone",
      backfill_total as "backfillTotal", backfill_end as "backfillEnd", backfill_id as "backfillId",
      rebuild_requested as "rebuildRequested",
      exists (select from insight_rebuild) as "rebuildRunning", checked_at as "checkedAt", mismatches,
      deployments_end as "deploymentsEnd", deployments_id as "deploymentsId"
    from insight_state`,
};

/** Reads the progress of the jobs. */
export async function readInsightState(connection: Connection): Promise<InsightState> {
  const [row] = await connection.query<InsightState>(readStatement);
  if (row === undefined) throw new Error('the table insight_state is empty');
  return row;
}

const countStatement = {
  name: 'count-insight-backfill',
  text: `update insight_state set backfill_total = (
      select count(*) from releases where status in ${releasesSql.over} and end_date < backfill_end)`,
};

/** Stores how many releases ended before the upgrade. */
export async function countBackfill(connection: Connection): Promise<void> {
  await connection.query(countStatement);
}

/** A page of the backfill: the ids, and the key of its oldest release. */
export interface BackfillPage {
  readonly ids: readonly string[];
  readonly last: { readonly id: string; readonly endedAt: Instant } | null;
}

const endOrder = `coalesce(end_date, due_date, 'infinity')`;
const pageStatement = {
  name: 'insight-backfill-page',
  text: `select id, end_date as "endedAt" from releases
    where status <> 'TEMPLATE' and (${endOrder}, id) < ($1::timestamptz, $2::text)
      and status in ${releasesSql.over} and end_date is not null
    order by ${endOrder} desc, id desc limit $3`,
};

/** Reads the next page of releases that ended before the upgrade, newest first. */
export async function readBackfillPage(
  connection: Connection,
  { backfillEnd, backfillId }: Pick<InsightState, 'backfillEnd' | 'backfillId'>,
  limit: number,
): Promise<BackfillPage> {
  const rows = await connection.query<{ readonly id: string; readonly endedAt: Instant }>(pageStatement, [
    timestamp(backfillEnd),
    backfillId,
    limit,
  ]);
  return { ids: rows.map(({ id }) => id), last: rows.at(-1) ?? null };
}

const advanceStatement = {
  name: 'advance-insight-backfill',
  text: `update insight_state set backfill_done = backfill_done + $1, backfill_end = coalesce($2, backfill_end),
      backfill_id = coalesce($3, backfill_id), backfill_finished = $4`,
};

/** Stores the end of a page, so that another process continues there. */
export async function advanceBackfill(
  connection: Connection,
  { ids, last }: BackfillPage,
  isFinished: boolean,
): Promise<void> {
  const end = last === null ? null : timestamp(last.endedAt);
  await connection.query(advanceStatement, [ids.length, end, last?.id ?? null, isFinished]);
}

const missingStatement = {
  name: 'queue-missing-facts',
  text: `insert into insight_pending (release_id)
    select r.id from releases r, insight_state s
    where r.status in ${releasesSql.over} and coalesce(r.end_date, r.due_date, 'infinity') >= s.recording_since
      and not exists (select from insight_releases f where f.id = r.id)
      and (r.passive ->> 'tutorial') is distinct from 'true' and (r.passive ->> 'kind') is distinct from 'WORKFLOW'
      and (r.passive ->> 'archiveRelease') is distinct from 'false'
    on conflict do nothing`,
};

/** Adds releases to the outbox that a process of an earlier version ended during the upgrade. */
export async function queueMissingFacts(connection: Connection): Promise<void> {
  await connection.query(missingStatement);
}

const firstTime = '0001-01-02T00:00:00Z';
const requestStatement = {
  name: 'request-insight-rebuild',
  text: `update insight_state set rebuild_requested = true, deployments_end = '${firstTime}', deployments_id = ''`,
};

/** Requests new aggregates of all facts, and new deployments by the current settings. */
export async function requestRebuild(connection: Connection): Promise<void> {
  await connection.query(requestStatement);
}

const requestDeploymentsStatement = {
  name: 'request-insight-deployments',
  text: `update insight_state set deployments_end = '${firstTime}', deployments_id = ''
    where exists (select from insight_deployments)`,
};

/** Requests that existing deployments are computed again, because they were added in another order than they ended. */
export async function requestDeployments(connection: Connection): Promise<void> {
  await connection.query(requestDeploymentsStatement);
}

const deploymentsPageStatement = {
  name: 'insight-deployments-page',
  text: `select r.id, r.ended_at as "endedAt" from insight_releases r
    where (r.ended_at, r.id) > ($1::timestamptz, $2::text) and (
      exists (select from folders f join insight_settings s on s.folder_id = any (f.path) where f.id = r.folder_id)
      or exists (select from insight_deployments d where d.release_id = r.id))
    order by r.ended_at, r.id limit $3`,
};

/** Reads the next page of releases whose deployments are computed again, oldest first. */
export async function readDeploymentsPage(
  connection: Connection,
  { endedAt, id }: { readonly endedAt: Instant; readonly id: string },
  limit: number,
): Promise<BackfillPage> {
  const rows = await connection.query<{ readonly id: string; readonly endedAt: Instant }>(deploymentsPageStatement, [
    timestamp(endedAt),
    id,
    limit,
  ]);
  return { ids: rows.map((row) => row.id), last: rows.at(-1) ?? null };
}

const advanceDeploymentsStatement = {
  name: 'advance-insight-deployments',
  text: 'update insight_state set deployments_end = $1, deployments_id = $2',
};

/** Stores the end of a page of deployments; null: all are computed. */
export async function advanceDeployments(connection: Connection, last: BackfillPage['last']): Promise<void> {
  await connection.query(advanceDeploymentsStatement, [timestamp(last?.endedAt ?? null), last?.id ?? '']);
}
