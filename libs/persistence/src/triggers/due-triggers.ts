import type { Instant } from '@slipway/domain/model';
import { pollTriggerType, scheduleType } from '@slipway/domain/triggers';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import type { OverdueStats } from '../flow/due.ts';
import { endPollSql, type StoredTrigger, type TriggerRow, toTriggerRow, triggerColumns } from './triggers.ts';

interface Row {
  readonly id: string;
}

const statements = {
  due: {
    name: 'due-triggers',
    // Uses now(), because the bounds of an index search cannot change within a statement, as clock_timestamp() does.
    text: `select id from triggers where next_fire_at <= now() and poller_type is null
        and (retry_at is null or retry_at <= now())
      order by next_fire_at limit $1`,
  },
  before: {
    name: 'triggers-due-before',
    text: `select id, next_fire_at as "dueAt" from triggers
      where next_fire_at <= $1::timestamptz and poller_type is null and retry_at is null
      order by next_fire_at limit $2`,
  },
  missed: {
    name: 'forgotten-triggers',
    text: `select id from triggers where next_fire_at <= $1::timestamptz
        and (last_run_date is null or last_run_date <= $1::timestamptz)
        and (poll_until is null or poll_until <= now())
      order by next_fire_at limit $2`,
  },
  overdue: {
    name: 'overdue-triggers',
    text: `select count(*) filter (where next_fire_at < now() - interval '2 seconds') as count,
        coalesce(extract(epoch from now() - min(next_fire_at)), 0)::float8 as "oldestSeconds"
      from (select next_fire_at from triggers where next_fire_at <= now() and poller_type is null
        union all select next_fire_at from triggers where next_fire_at <= now() and poller_type is not null) as due`,
  },
  idle: {
    name: 'idle-triggers',
    text: `select id from triggers where enabled and type in ('${scheduleType}', '${pollTriggerType}') and next_fire_at is null order by id limit $1`,
  },
  enabled: { name: 'count-enabled-triggers', text: 'select count(*) as count from triggers where enabled' },
};

/** Returns the ids of due schedules, the longest overdue first. Omits those with a retry delay. */
export async function findDueTriggers(connection: Connection, limit: number): Promise<readonly string[]> {
  return (await connection.query<Row>(statements.due, [limit])).map(({ id }) => id);
}

/** Lists the schedules that become due before a time, earliest first, so that a timer can be set for them. */
export const findTriggersDueBefore = (
  connection: Connection,
  moment: Instant,
  limit: number,
): Promise<readonly { readonly id: string; readonly dueAt: Instant }[]> =>
  connection.query(statements.before, [timestamp(moment), limit]);

/**
 * Returns the ids of triggers that were due before a time and have not fired since, the longest overdue first. Includes
 * triggers with unexpected errors. Excludes triggers that catch up on missed times.
 */
export async function findMissedTriggers(
  connection: Connection,
  moment: Instant,
  limit: number,
): Promise<readonly string[]> {
  return (await connection.query<Row>(statements.missed, [timestamp(moment), limit])).map(({ id }) => id);
}

/** Returns the number of overdue triggers, and the delay of the oldest one. */
export async function readOverdueTriggers(connection: Connection): Promise<OverdueStats> {
  const [row] = await connection.query<OverdueStats>(statements.overdue);
  return row ?? { count: 0, oldestSeconds: 0 };
}

/** Returns the ids of enabled schedules and poll triggers without a next fire time. The result should be empty. */
export async function findIdleTriggers(connection: Connection, limit: number): Promise<readonly string[]> {
  return (await connection.query<Row>(statements.idle, [limit])).map(({ id }) => id);
}

export async function countEnabledTriggers(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(statements.enabled);
  return row?.count ?? 0;
}

const switchStatements = {
  folders: {
    name: 'lock-folders-of-triggers',
    text: `select id from folders where id in (
        select folder_id from triggers where id = any ($1::text[])
        union all select r.folder_id from triggers t join live_releases r on r.id = t.template_id
          where t.id = any ($1::text[]))
      order by id for key share`,
  },
  lock: {
    name: 'lock-triggers-to-switch',
    text: `select ${triggerColumns} from triggers t join folders f on f.id = t.folder_id
      where t.id = any ($1::text[]) and t.enabled <> $2 order by t.id for update of t`,
  },
  switch: {
    name: 'switch-triggers',
    text: `update triggers t set version = version + 1, enabled = $1, anchor = $2,
        next_fire_at = nullif(due.at, '')::timestamptz, failures = 0, retry_at = null,
        author = coalesce($5, author), ${endPollSql}
      from unnest($3::text[], $4::text[]) as due (id, at) where t.id = due.id`,
  },
};

/**
 * Locks those of these triggers that need to be enabled or disabled, until the transaction ends. Returns their ids.
 * Their folders are locked first, as for a single trigger. Both are locked in the order of their ids, so that two
 * requests for the same triggers do not deadlock.
 */
export async function lockTriggersToSwitch(
  connection: Connection,
  ids: readonly string[],
  enabled: boolean,
): Promise<readonly TriggerRow[]> {
  const [, rows] = await Promise.all([
    connection.query(switchStatements.folders, [ids]),
    connection.query<StoredTrigger>(switchStatements.lock, [ids, enabled]),
  ]);
  return rows.map(toTriggerRow);
}

/** A trigger and its next scheduled time. */
interface NextFiring {
  readonly id: string;
  readonly nextFireAt: Instant | null;
}

/** Enables or disables locked triggers in one statement. The user who enables them becomes their author. */
export async function storeEnabled(
  connection: Connection,
  { enabled, anchor, author }: { readonly enabled: boolean; readonly anchor: Instant; readonly author: string | null },
  nextFirings: readonly NextFiring[],
): Promise<void> {
  const ids = nextFirings.map(({ id }) => id);
  const dates = nextFirings.map(({ nextFireAt }) => timestamp(nextFireAt) ?? '');
  await connection.query(switchStatements.switch, [enabled, timestamp(anchor), ids, dates, enabled ? author : null]);
}
