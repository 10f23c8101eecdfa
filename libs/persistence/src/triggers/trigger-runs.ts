import type { Instant } from '@slipway/domain/model';
import type { RunningReleases, RunOutcome } from '@slipway/domain/triggers';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { releasesSql } from '../database/statuses.ts';
import { queueEventsSql } from '../events/events.ts';
import { endPollSql } from './triggers.ts';

/** A run in the history of a trigger. */
export interface TriggerRun {
  readonly seq: number;
  readonly triggerId: string;
  /** The occasion for which it fired. A trigger fires only once for each occasion. */
  readonly occasion: string;
  /** The scheduled time; null for a manual run. */
  readonly scheduledAt: Instant | null;
  readonly firedAt: Instant;
  readonly outcome: RunOutcome;
  /** The reason why no release was created; null if one was created. */
  readonly reason: string | null;
  readonly releaseId: string | null;
  readonly releaseTitle: string | null;
  readonly username: string;
}

const runColumns = `seq, trigger_id as "triggerId", occasion, scheduled_at as "scheduledAt", fired_at as "firedAt", outcome, reason,
  release_id as "releaseId", release_title as "releaseTitle", username`;

const statements = {
  postpone: {
    name: 'postpone-trigger',
    text: `update triggers set failures = failures + 1,
        retry_at = clock_timestamp() + least(300, power(2, least(failures, 10))) * interval '1 second'
      where id = $1`,
  },
  running: {
    name: 'count-triggered',
    text: `with over as (
        delete from triggered_releases t where (t.trigger_id = $1 or t.template_id = $2) and not exists (
          select from live_releases r where r.id = t.release_id and r.status not in ${releasesSql.over})
        returning release_id)
      select count(*) filter (where trigger_id = $1) as "ofTrigger",
        count(*) filter (where template_id = $2) as "ofTemplate"
      from triggered_releases where (trigger_id = $1 or template_id = $2)
        and release_id not in (select release_id from over)`,
  },
  upperBound: {
    name: 'count-triggered-at-most',
    text: `select (select count(*) from triggered_releases where trigger_id = $1) as "ofTrigger",
      (select count(*) from triggered_releases where template_id = $2) as "ofTemplate"`,
  },
  deleteOld: {
    name: 'delete-trigger-runs',
    text: `delete from trigger_runs where trigger_id = $1
      and seq <= (select seq from trigger_runs where trigger_id = $1 order by seq desc offset $2 limit 1)`,
  },
  list: {
    name: 'list-trigger-runs',
    text: `select ${runColumns} from trigger_runs where trigger_id = $1 order by seq desc limit $2 offset $3`,
  },
  all: {
    name: 'all-trigger-runs',
    text: `select * from (select ${runColumns} from trigger_runs where trigger_id = $1 order by seq desc limit $2) as newest
      order by seq`,
  },
};

/**
 * The maximum number of runs in the history of a trigger: three hours for a trigger that fires every second, and years
 * for most others.
 */
export const maxRuns = 10_000;
/**
 * The interval of runs at which old ones are deleted. Finding them takes a millisecond, which is too long for each run.
 */
const deletionInterval = 256;

/** Deletes old runs of a trigger at intervals. `runs` are the new ones. */
async function deleteOldRuns(connection: Connection, runs: readonly TriggerRun[]): Promise<void> {
  const run = runs.find(({ seq }) => seq % deletionInterval === 0);
  if (run !== undefined) await connection.query(statements.deleteOld, [run.triggerId, maxRuns]);
}

/** Delays a trigger after an unexpected error: a second, then twice as long, at most 5 minutes. */
export async function postponeTrigger(connection: Connection, id: string): Promise<void> {
  await connection.query(statements.postpone, [id]);
}

/**
 * Counts the running releases of a trigger, and of all triggers of its template. The result is exact while the rows of
 * the trigger and the template are locked, because adding a release requires one of these locks.
 */
export async function countTriggered(
  connection: Connection,
  triggerId: string,
  templateId: string,
): Promise<RunningReleases> {
  const [row] = await connection.query<RunningReleases>(statements.running, [triggerId, templateId]);
  return row ?? { ofTrigger: 0, ofTemplate: 0 };
}

/**
 * An upper bound that includes ended releases until the next exact count. If it is below a limit, so is the exact
 * number. It reads no release, so it is fast with many running ones.
 */
export async function estimateMaxTriggered(
  connection: Connection,
  triggerId: string,
  templateId: string,
): Promise<RunningReleases> {
  const [row] = await connection.query<RunningReleases>(statements.upperBound, [triggerId, templateId]);
  return row ?? { ofTrigger: 0, ofTemplate: 0 };
}

/** Reads one page of the run history of a trigger, newest first. */
export const listRuns = (
  connection: Connection,
  triggerId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly TriggerRun[]> => connection.query<TriggerRun>(statements.list, [triggerId, limit, offset]);

/** Reads the whole run history of a trigger, oldest first. */
export const readAllRuns = (connection: Connection, triggerId: string): Promise<readonly TriggerRun[]> =>
  connection.query<TriggerRun>(statements.all, [triggerId, maxRuns]);

/** A new run. `templateId` is the template of its release. */
export interface NewRun
  extends Pick<TriggerRun, 'occasion' | 'scheduledAt' | 'outcome' | 'reason' | 'releaseId' | 'releaseTitle'> {
  readonly templateId: string | null;
}

/** The new runs of a trigger in one transaction. */
interface NewRuns {
  readonly triggerId: string;
  readonly firedAt: Instant;
  readonly username: string;
  /** The next scheduled time. */
  readonly nextFireAt: Instant | null;
  /** The state that a poll has found, which the next poll compares with its state. Null: the stored state stays. */
  readonly triggerState: string | null;
  /** In order. Empty if the trigger has already fired for all occasions. */
  readonly runs: readonly NewRun[];
}

const recordStatements = {
  find: {
    name: 'find-trigger-runs',
    text: `select ${runColumns} from trigger_runs where trigger_id = $1 and occasion = any ($2::text[])`,
  },
  record: {
    name: 'record-trigger-runs',
    text: `with x as materialized (
        select * from rows from (
          json_to_recordset($4) as (occasion text, "scheduledAt" timestamptz, outcome text, reason text,
            "releaseId" text, "releaseTitle" text, "templateId" text)
        ) with ordinality as x (occasion, scheduled_at, outcome, reason, release_id, release_title, template_id, place)
      ), begun as (
        insert into triggered_releases (release_id, trigger_id, template_id)
        select release_id, $1, template_id from x where release_id is not null
      ), newest as (
        select outcome, reason from x where outcome <> 'skipped' order by place desc limit 1
      ), advanced as (
        update triggers set version = version + 1, next_fire_at = $5::timestamptz, failures = 0, retry_at = null,
          ${endPollSql},
          definition = case when $6::text is null then definition
            else jsonb_set(definition, '{triggerState}', to_jsonb($6::text)) end,
          fires = fires + (select count(*) from x where outcome = 'created'),
          last_run_date = case when exists (select from newest) then $2::timestamptz else last_run_date end,
          last_run_status = coalesce(
            (select case outcome when 'created' then 'SUCCESS' else 'FAILURE' end from newest), last_run_status)
        where id = $1
      ), ev as (
        -- the first failure after another result
        insert into events (type, folder_id, actor, at, data, audience)
        select 'trigger.failed', t.folder_id, coalesce($3, 'SYSTEM'), $2::timestamptz,
          jsonb_build_object('subject', jsonb_build_object('id', t.id, 'title', t.title), 'reason', newest.reason),
          jsonb_strip_nulls(jsonb_build_object('subjectOwner', t.author))
        from triggers t, newest
        where t.id = $1 and newest.outcome <> 'created' and t.last_run_status is distinct from 'FAILURE'
        returning id
      ), eq as (${queueEventsSql})
      insert into trigger_runs (trigger_id, occasion, scheduled_at, fired_at, outcome, reason, release_id,
        release_title, username)
      select $1, occasion, scheduled_at, $2::timestamptz, outcome, reason, release_id, release_title, $3
        from x order by place
      returning ${runColumns}`,
  },
};

/** Reads the runs of a trigger for these occasions. Omits occasions for which it has not fired. */
export const findRuns = (
  connection: Connection,
  triggerId: string,
  occasions: readonly string[],
): Promise<readonly TriggerRun[]> => connection.query<TriggerRun>(recordStatements.find, [triggerId, occasions]);

/**
 * Stores runs of a locked trigger for new occasions, adds their releases to the running ones, and sets the next
 * scheduled time. Returns the stored runs in order.
 */
export async function recordRuns(connection: Connection, newRuns: NewRuns): Promise<readonly TriggerRun[]> {
  const { triggerId, firedAt, username, nextFireAt, triggerState, runs } = newRuns;
  const records = runs.map(({ scheduledAt, ...run }) => ({ ...run, scheduledAt: timestamp(scheduledAt) }));
  const values = [
    triggerId,
    timestamp(firedAt),
    username,
    JSON.stringify(records),
    timestamp(nextFireAt),
    triggerState,
  ];
  const stored = await connection.query<TriggerRun>(recordStatements.record, values);
  await deleteOldRuns(connection, stored);
  return stored.toSorted((a, b) => a.seq - b.seq);
}

const deleteExpiredStatement = {
  name: 'delete-triggered',
  text: `delete from triggered_releases where release_id in (
    select t.release_id from triggered_releases t left join live_releases r on r.id = t.release_id
      where r.id is null or r.status in ${releasesSql.over} limit $1 for update of t skip locked)
    returning release_id`,
};

/**
 * Deletes at most `limit` ended releases from the running releases of triggers. Firing deletes them only if a limit is
 * reached, which may never happen. Skips rows that another transaction is deleting.
 */
export async function deleteExpiredTriggered(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(deleteExpiredStatement, [limit])).length;
}
