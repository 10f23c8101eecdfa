import type { Instant } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { forgetRuns, runColumns, type TriggerRun } from './trigger-runs.ts';

/** How a trigger has fired for one occasion; the template is that of the release. */
interface FiredOnce extends Pick<TriggerRun, 'occasion' | 'outcome' | 'reason' | 'releaseId' | 'releaseTitle'> {
  readonly templateId: string | null;
}

/** How a trigger has fired for several occasions, one after the other in one transaction. */
export interface FiredTogether {
  readonly triggerId: string;
  readonly firedAt: Instant;
  readonly username: string;
  /** in order; with a release where one was made */
  readonly fired: readonly FiredOnce[];
}

const statements = {
  find: {
    name: 'find-trigger-runs',
    text: `select ${runColumns} from trigger_runs where trigger_id = $1 and occasion = any ($2::text[])`,
  },
  record: {
    name: 'record-fired-together',
    text: `with x as materialized (
        select * from rows from (
          json_to_recordset($4) as (occasion text, outcome text, reason text, "releaseId" text, "releaseTitle" text,
            "templateId" text)
        ) with ordinality as x (occasion, outcome, reason, release_id, release_title, template_id, place)
      ), begun as (
        insert into triggered_releases (release_id, trigger_id, template_id)
        select release_id, $1, template_id from x where release_id is not null
      ), advanced as (
        update triggers set version = version + 1, next_fire_at = null, failures = 0, retry_at = null,
          fires = fires + (select count(*) from x where outcome = 'created'), last_run_date = $2::timestamptz,
          last_run_status = (select case outcome when 'created' then 'SUCCESS' else 'FAILURE' end from x
            order by place desc limit 1)
        where id = $1
      )
      insert into trigger_runs (trigger_id, occasion, fired_at, outcome, reason, release_id, release_title, username)
      select $1, occasion, $2::timestamptz, outcome, reason, release_id, release_title, $3 from x order by place
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
 * run, and takes it on; answers the lines in order. For triggers that fire for what happens, and are owed no time.
 */
export async function recordFired(connection: Connection, together: FiredTogether): Promise<readonly TriggerRun[]> {
  const { triggerId, firedAt, username, fired } = together;
  const values = [triggerId, timestamp(firedAt), username, JSON.stringify(fired)];
  const runs = await connection.query<TriggerRun>(statements.record, values);
  await forgetRuns(connection, runs);
  return runs.toSorted((one, other) => one.seq - other.seq);
}
