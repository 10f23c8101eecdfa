import type { Instant, ScriptRun } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { endsWaitSql, releasesSql, statusSql, tasksSql, taskTypesSql, templateStatus } from '../database/statuses.ts';
import { gatesWithTargetsSql, outdatedObservationSql } from '../gates/targets.ts';
import { indexedTasks } from './explanation-context.ts';

const name = 'consistency';
const now = 'floor(extract(epoch from clock_timestamp()) * 1000)';
const checkStatements = {
  begin: {
    name: 'begin-consistency-look',
    text: `insert into settings (name, value) values ('${name}', jsonb_build_object('begun', ${now}))
      on conflict (name) do update set value = settings.value || excluded.value
        where coalesce((settings.value ->> 'begun')::bigint, 0) <= ${now} - $1
      returning name`,
  },
  store: {
    name: 'store-consistency-check',
    text: `update settings set value = value || jsonb_build_object('ended', ${now}, 'count', $1::int) where name = '${name}'`,
  },
  last: {
    name: 'last-consistency-look',
    text: `select (value ->> 'count')::int as count from settings
      where name = '${name}' and (value ->> 'ended')::bigint > ${now} - $1`,
  },
};

/**
 * Starts the consistency check of an interval. Returns true for only one process, which then runs the check. If it
 * crashes, another process runs the next check.
 */
export async function beginConsistencyCheck(connection: Connection, intervalMs: number): Promise<boolean> {
  return (await connection.query(checkStatements.begin, [intervalMs])).length > 0;
}

/** Stores the number of findings for all processes. */
export async function storeConsistencyCheck(connection: Connection, count: number): Promise<void> {
  await connection.query(checkStatements.store, [count]);
}

/** Returns the result of the latest check, or null if it is older than this number of milliseconds. */
export async function readLastConsistencyCheck(connection: Connection, maxAgeMs: number): Promise<number | null> {
  const [row] = await connection.query<{ readonly count: number }>(checkStatements.last, [maxAgeMs]);
  return row?.count ?? null;
}

const ms = `interval '1 millisecond'`;

/** Counts the tasks of a running release. An aggregate makes the planner use one index lookup for each plan. */
const planSql = `select
    count(*) filter (where t.status not in ${tasksSql.ahead} and t.status not in ${tasksSql.defunct}
      and not (t.type in ${taskTypesSql.groups} and t.start_date is not null)) as reached,
    count(*) filter (where t.status = ${statusSql('PENDING')}) as pending,
    count(*) filter (where t.status = ${statusSql('WAITING_FOR_INPUT')}) as lacking,
    count(*) filter (where t.status in ${tasksSql.withScript}) as scripts,
    min(t.due_date) filter (where t.status not in ${tasksSql.defunct} and t.status not in ${tasksSql.inAdvance} and t.due_date > now()) as due
  from live_tasks t where t.release_id = r.id and r.status in ${releasesSql.flowing}`;

const awaitsSql = `select
    count(*) filter (where a.kind = 'date' and a.task_id is not null) as pending,
    count(distinct a.task_id) filter (where a.kind = 'input') as lacking,
    count(*) filter (where a.kind = 'script') as scripts,
    count(*) filter (where a.kind = 'input' and a.task_id is null) as requested,
    count(*) filter (where a.kind = 'date' and a.task_id is not null and a.until is null) as undated,
    count(*) filter (where a.kind = 'capacity') as crowded,
    bool_or(a.kind = 'script' and coalesce(a.until, (
      select event_time from live_activities where release_id = r.id order by seq desc limit 1)) < now() - $2 * ${ms}) as unclaimed,
    min(a.until) filter (where a.kind = 'date') as first
  from awaits a where a.release_id = r.id`;

/**
 * The conditions, in order: an overdue wake; no reached task; pending work that is not stored; pending work without a
 * claim or a wake; an automatic start without a wake; a date before the next wake.
 */
const stuckStatement = {
  name: 'possibly-stuck-releases',
  text: `select r.id from live_releases r
      cross join lateral (${planSql}) plan
      cross join lateral (${awaitsSql}) await
    where r.status in ${releasesSql.unfinished} and (
      r.next_wake_at < now() - $1 * ${ms}
      or (r.status in ${releasesSql.flowing} and plan.reached = 0)
      or (r.status in ${releasesSql.flowing}
        and (plan.pending <> await.pending or plan.lacking > await.lacking or plan.scripts > await.scripts))
      or await.unclaimed or await.undated > 0 or (await.crowded > 0 and r.next_wake_at is null)
      or (r.status = ${statusSql('PLANNED')} and r.auto_start and r.next_wake_at is null and await.requested = 0)
      or (least(await.first, plan.due, case when r.due_date > now() then r.due_date end)
        < coalesce(r.next_wake_at, 'infinity') and await.requested = 0))
    limit $3`,
};
/** Finds running gates that were not notified about the state of a target, although the time of a sweep has passed. */
const unnotifiedStatement = {
  name: 'long-unnotified-releases',
  text: `select distinct a.release_id as id from awaits a ${gatesWithTargetsSql}
    where a.kind = 'target'
      and (target.status is null
        or (${endsWaitSql('target.status')} and target.end_date < now() - $1 * ${ms}))
      and ${outdatedObservationSql}
    limit $2`,
};
const countStatement = {
  name: 'count-unfinished',
  text: `select count(*) as count from live_releases where status in ${releasesSql.unfinished}`,
};

interface StuckCriteria {
  /** The maximum delay of a wake or a notification in milliseconds. */
  readonly graceMs: number;
  /** The maximum time in milliseconds for which a script may be unclaimed. */
  readonly scriptGraceMs: number;
  readonly limit: number;
}

/** Releases that may be stuck. The caller checks their complete state. */
interface StuckCandidates {
  /** The number of unfinished releases. */
  readonly checked: number;
  /** At most twice the limit. */
  readonly ids: readonly string[];
}

/**
 * Finds unfinished releases that may be stuck, without reading finished ones. Such a release has no next step and no
 * user who must act, a wake that is more than `graceMs` late, an unclaimed script, or a gate without its notification.
 * Reads the plans of running releases.
 */
export async function findStuckCandidates(
  connection: Connection,
  { graceMs, scriptGraceMs, limit }: StuckCriteria,
): Promise<StuckCandidates> {
  const [[total], stuckRows, unnotifiedRows] = await Promise.all([
    connection.query<{ readonly count: number }>(countStatement),
    connection.query<{ readonly id: string }>(stuckStatement, [graceMs, scriptGraceMs, limit]),
    connection.query<{ readonly id: string }>(unnotifiedStatement, [graceMs, limit]),
  ]);
  return { checked: total?.count ?? 0, ids: [...new Set([...stuckRows, ...unnotifiedRows].map(({ id }) => id))] };
}

const lastActivity = {
  name: 'last-activity',
  text: `select event_time as "touchedAt" from live_activities where release_id = $1 order by seq desc limit 1`,
};

/** Returns the time of the last log entry of a live release, or null without log entries. */
export async function readLastActivityAt(connection: Connection, id: string): Promise<Instant | null> {
  const [row] = await connection.query<{ readonly touchedAt: Instant }>(lastActivity, [id]);
  return row?.touchedAt ?? null;
}

/** A script of a task that has no stored author. */
interface ScriptWithoutAuthor {
  readonly taskId: string;
  readonly title: string;
  readonly purpose: ScriptRun['purpose'];
  readonly releaseId: string;
  readonly releaseTitle: string;
  readonly isTemplate: boolean;
}

const hasSql = (field: string): string => `coalesce((t.definition ->> '${field}')::boolean, false)`;

const selectScripts = {
  name: 'scripts-without-author',
  text: `select t.id as "taskId", t.title, script.purpose, r.id as "releaseId", r.title as "releaseTitle",
      r.status = ${statusSql(templateStatus)} as "isTemplate", count(*) over () as count
    from live_releases r join live_tasks t on t.release_id = r.id
      cross join lateral (values
        ('precondition', ${hasSql('hasPrecondition')}),
        ('failureHandler', ${hasSql('hasFailureHandler')}),
        ('abort', ${hasSql('hasAbortScript')}),
        ('task', t.type not in ${taskTypesSql.withoutScript})) script (purpose, is_there)
    where ${indexedTasks.withoutAuthor.where} and (r.status = ${statusSql(templateStatus)} or r.status in ${releasesSql.unfinished})
      and t.status not in ${tasksSql.defunct}
      and script.is_there and not coalesce(t.definition -> 'scriptAuthors' ? script.purpose, false)
    order by r.title, r.id, t.id, script.purpose limit $1`,
};

/**
 * Finds scripts of templates and unfinished releases without a stored author. Returns their number and the first ones.
 */
export async function findScriptsWithoutAuthor(
  connection: Connection,
  limit: number,
): Promise<{ readonly count: number; readonly first: readonly ScriptWithoutAuthor[] }> {
  const rows = await connection.query<ScriptWithoutAuthor & { readonly count: number }>(selectScripts, [limit]);
  return { count: rows[0]?.count ?? 0, first: rows.map(({ count: _, ...script }) => script) };
}
