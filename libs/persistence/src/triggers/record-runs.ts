import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { endPollSql } from './poll-columns.ts';
import { deleteOldRuns, runColumns, type TriggerRun } from './trigger-runs.ts';

/** A line of the ledger to be; the template is that of the release. */
export interface NewRun
  extends Pick<TriggerRun, 'occasion' | 'scheduledAt' | 'outcome' | 'reason' | 'releaseId' | 'releaseTitle'> {
  readonly templateId: string | null;
}

/** How a trigger has fired in one transaction. */
export interface NewRuns {
  readonly triggerId: string;
  readonly firedAt: Instant;
  readonly username: string;
  /** the scheduled time at which it is due next */
  readonly nextFireAt: Instant | null;
  /** the state that a poll has found, where that is to be the one that the next is compared with; null: it stays */
  readonly triggerState: string | null;
  /** in order; none where it has fired for everything before */
  readonly runs: readonly NewRun[];
}

const statements = {
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
        select outcome from x where outcome <> 'skipped' order by place desc limit 1
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
      )
      insert into trigger_runs (trigger_id, occasion, scheduled_at, fired_at, outcome, reason, release_id,
        release_title, username)
      select $1, occasion, scheduled_at, $2::timestamptz, outcome, reason, release_id, release_title, $3
        from x order by place
      returning ${runColumns}`,
  },
};

/** The lines of a trigger's ledger for these occasions; there is none for those that it has not fired for. */
export const findRuns = (
  connection: Connection,
  triggerId: string,
  occasions: readonly string[],
): Promise<readonly TriggerRun[]> => connection.query<TriggerRun>(statements.find, [triggerId, occasions]);

/**
 * Writes the lines of a locked trigger's ledger for occasions that have none yet, counts its releases among those that
 * run, and sets the time at which it is due next; answers the lines in order.
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
  const stored = await connection.query<TriggerRun>(statements.record, values);
  await deleteOldRuns(connection, stored);
  return stored.toSorted((a, b) => a.seq - b.seq);
}
