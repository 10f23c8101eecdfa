import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { columnDefinitions, columnNames } from '../../plans/rows/columns.ts';

export type DeliveryChannel = 'inbox' | 'mail' | 'slack' | 'teams' | 'webhook';

/** A new row of the ledger. */
export interface NewDelivery {
  readonly eventId: string;
  readonly eventAt: Instant;
  /** the name of a user in lower case, or the id of a subscription */
  readonly recipient: string;
  readonly channel: DeliveryChannel;
  readonly state: 'pending' | 'held' | 'sent' | 'suppressed';
  readonly decidedBy: string;
  readonly reason: string;
  readonly releaseId: string | null;
  readonly digest: boolean;
  /** null: nothing is sent */
  readonly nextAt: Instant | null;
}

/** A new entry of an inbox. */
export interface NewInboxEntry {
  readonly eventId: string;
  readonly at: Instant;
  /** in lower case */
  readonly username: string;
  readonly reason: string;
  readonly releaseId: string | null;
  readonly browser: boolean;
}

const deliveryColumns = {
  event_id: 'text',
  created_at: 'timestamptz',
  recipient: 'text',
  channel: 'text',
  state: 'text',
  decided_by: 'text',
  reason: 'text',
  release_id: 'text',
  digest: 'boolean',
  next_at: 'timestamptz',
} as const;

const entryColumns = {
  event_id: 'text',
  at: 'timestamptz',
  username: 'text',
  reason: 'text',
  release_id: 'text',
  browser: 'boolean',
} as const;

/** Ids in the order of their creation, so that inserts write the last pages of an index instead of random ones. */
const newId = (kind: string): string => `'${kind}' || replace(uuidv7()::text, '-', '')`;

/** Event streams of the users with the new entries are notified like those of changed tasks. */
const statement = {
  name: 'insert-deliveries',
  text: `with delivery as (
      insert into notification_deliveries (id, sent_at, ${columnNames(deliveryColumns)})
      select ${newId('Delivery')}, case when x.state = 'sent' then now() end, ${columnNames(deliveryColumns, 'x.')}
      from json_to_recordset($1) as x(${columnDefinitions(deliveryColumns)})
      on conflict (event_id, recipient, channel, created_at) do nothing
    ), entry as (
      insert into inbox_entries (id, ${columnNames(entryColumns)})
      select ${newId('Inbox')}, ${columnNames(entryColumns, 'x.')}
      from json_to_recordset($2) as x(${columnDefinitions(entryColumns)})
      on conflict (event_id, username) do nothing returning username
    ), notice as (
      insert into plan_changes (release_id, template, listed, people)
      select 'Inbox', false, false, array_agg(distinct 'user:' || username) from entry having count(*) > 0
    )
    insert into event_queue select unnest($3::text[])`,
};

/**
 * Writes the deliveries of events in one statement, and returns postponed events to their queue. Existing rows stay.
 * Most events concern no other user than their actor. Without rows, there is no statement.
 */
export async function insertDeliveries(
  connection: Connection,
  deliveries: readonly NewDelivery[],
  entries: readonly NewInboxEntry[],
  postponedIds: readonly string[],
): Promise<void> {
  if (deliveries.length + entries.length + postponedIds.length === 0) return;
  const rows = deliveries.map(({ eventId, eventAt, decidedBy, releaseId, nextAt, ...delivery }) => ({
    ...{ ...delivery, event_id: eventId, created_at: timestamp(eventAt), decided_by: decidedBy },
    ...{ release_id: releaseId, next_at: timestamp(nextAt) },
  }));
  const entryRows = entries.map(({ eventId, at, releaseId, ...entry }) => ({
    ...{ ...entry, event_id: eventId, at: timestamp(at), release_id: releaseId },
  }));
  await connection.query(statement, [JSON.stringify(rows), JSON.stringify(entryRows), postponedIds]);
}
