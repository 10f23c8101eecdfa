import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { endPollSql } from './poll-columns.ts';
import { type StoredTrigger, type TriggerRow, toTriggerRow, triggerColumns } from './triggers.ts';

const statements = {
  folders: {
    name: 'hold-folders-of-triggers',
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
 * Those of these triggers that are to be switched, by id, locked until the transaction ends. Their folders are locked
 * first, as for one trigger, and both in one order, so that two requests for the same triggers do not deadlock.
 */
export async function lockTriggersToSwitch(
  connection: Connection,
  ids: readonly string[],
  enabled: boolean,
): Promise<readonly TriggerRow[]> {
  const [, rows] = await Promise.all([
    connection.query(statements.folders, [ids]),
    connection.query<StoredTrigger>(statements.lock, [ids, enabled]),
  ]);
  return rows.map(toTriggerRow);
}

/** A trigger and the scheduled time at which it is due next. */
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
  await connection.query(statements.switch, [enabled, timestamp(anchor), ids, dates, enabled ? author : null]);
}
