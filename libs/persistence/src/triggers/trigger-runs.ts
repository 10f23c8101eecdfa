import type { Instant } from '@slipway/domain/model';
import type { RunningReleases, RunOutcome } from '@slipway/domain/triggers';
import type { Connection } from '../database/database.ts';
import { releasesSql } from '../database/statuses.ts';

/** One line of a trigger's ledger. */
export interface TriggerRun {
  readonly seq: number;
  readonly triggerId: string;
  /** what it fired for: once only */
  readonly occasion: string;
  /** The scheduled time; null for a manual run. */
  readonly scheduledAt: Instant | null;
  readonly firedAt: Instant;
  readonly outcome: RunOutcome;
  /** why there is no release; null where there is one */
  readonly reason: string | null;
  readonly releaseId: string | null;
  readonly releaseTitle: string | null;
  readonly username: string;
}

export const runColumns = `seq, trigger_id as "triggerId", occasion, scheduled_at as "scheduledAt", fired_at as "firedAt", outcome, reason,
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
    name: 'forget-trigger-runs',
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

/** How many lines the ledger of one trigger keeps: the last three hours of one that fires every second, and years of others. */
export const maxRuns = 10_000;
/** Looking for old lines costs a millisecond, so it is not done for each new one. */
const deletionInterval = 256;

/** Lets old lines of a trigger's ledger go now and then; `runs` are those that were written just now. */
export async function deleteOldRuns(connection: Connection, runs: readonly TriggerRun[]): Promise<void> {
  const run = runs.find(({ seq }) => seq % deletionInterval === 0);
  if (run !== undefined) await connection.query(statements.deleteOld, [run.triggerId, maxRuns]);
}

/** Delays a trigger after an unexpected error: a second, then twice as long, at most 5 minutes. */
export async function postponeTrigger(connection: Connection, id: string): Promise<void> {
  await connection.query(statements.postpone, [id]);
}

/**
 * The number of running releases of a trigger and of all triggers of its template. Exact while the rows of the trigger
 * and of the template are locked: adding one needs one of the locks.
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
 * The same including ended releases, until the next exact count: a limit that is reached is reached by this number
 * too. It reads no release, so it is cheap with very many running ones.
 */
export async function estimateMaxTriggered(
  connection: Connection,
  triggerId: string,
  templateId: string,
): Promise<RunningReleases> {
  const [row] = await connection.query<RunningReleases>(statements.upperBound, [triggerId, templateId]);
  return row ?? { ofTrigger: 0, ofTemplate: 0 };
}

/** One page of a trigger's ledger, the newest first. */
export const listRuns = (
  connection: Connection,
  triggerId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly TriggerRun[]> => connection.query<TriggerRun>(statements.list, [triggerId, limit, offset]);

/** The ledger of a trigger, the oldest line first. */
export const readAllRuns = (connection: Connection, triggerId: string): Promise<readonly TriggerRun[]> =>
  connection.query<TriggerRun>(statements.all, [triggerId, maxRuns]);
