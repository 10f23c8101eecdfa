import type { Instant, NewEvent } from '@slipway/domain/model';
import type { Connection, Database } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { insertEvents } from '../events/events.ts';

const statements = {
  reserve: {
    name: 'reserve-request',
    text: `update event_subscriptions set next_request_at = $3::timestamptz
      where id = $1 and (next_request_at is null or next_request_at <= $2::timestamptz) returning id`,
  },
  pause: {
    name: 'pause-receiver',
    text: `update event_subscriptions set next_request_at = greatest(next_request_at, $2::timestamptz) where id = $1`,
  },
  succeeded: {
    name: 'receiver-succeeded',
    text: 'update event_subscriptions set failing_since = null where id = $1 and failing_since is not null',
  },
  failed: {
    name: 'receiver-failed',
    text: `update event_subscriptions set failing_since = coalesce(failing_since, $2::timestamptz)
      where id = $1 and failing_since is null`,
  },
  disable: {
    name: 'disable-receiver',
    text: `update event_subscriptions set enabled = false, disabled_reason = $2, version = version + 1
      where id = $1 and enabled returning folder_id as "folderId"`,
  },
  bounced: {
    name: 'address-bounced',
    // The count of another address than the suspended one begins again.
    text: `insert into notification_preferences as p (username, preferences, hard_bounces)
      values ($1, '{}', 1)
      on conflict (username) do update
      set (hard_bounces, address_suspended, suspended_at, suspended_reason) = (
        select n, case when n >= $3 then $2 end, case when n >= $3 then now() end, case when n >= $3 then $4 end
        from (select case when p.address_suspended <> $2 then 1 else p.hard_bounces + 1 end) as counted (n))`,
  },
  accepted: {
    name: 'address-accepted',
    text: `update notification_preferences set hard_bounces = 0, address_suspended = null,
        suspended_at = null, suspended_reason = null
      where username = $1 and (hard_bounces > 0 or address_suspended is not null)`,
  },
};

/**
 * Reserves a request to a receiver with a limited rate, also for other processes. Returns false if the receiver must not
 * have a request now.
 */
export async function reserveRequest(
  connection: Connection,
  id: string,
  { now, next }: { readonly now: Instant; readonly next: Instant },
): Promise<boolean> {
  return (await connection.query(statements.reserve, [id, timestamp(now), timestamp(next)])).length > 0;
}

/** Sends no request to a receiver before a time. */
export async function pauseReceiver(connection: Connection, id: string, until: Instant): Promise<void> {
  await connection.query(statements.pause, [id, timestamp(until)]);
}

export async function recordReceiverSuccess(connection: Connection, id: string): Promise<void> {
  await connection.query(statements.succeeded, [id]);
}

export async function recordReceiverFailure(connection: Connection, id: string, now: Instant): Promise<void> {
  await connection.query(statements.failed, [id, timestamp(now)]);
}

/** Disables a receiver, and writes the event about it in the same transaction. Does nothing if it is disabled. */
export const disableReceiver = (database: Database, id: string, reason: string, event: NewEvent): Promise<void> =>
  database.transaction(async (connection) => {
    const [row] = await connection.query<{ readonly folderId: string | null }>(statements.disable, [id, reason]);
    if (row !== undefined) await insertEvents(connection, row.folderId, [event]);
  });

/** After this number of mails that an address has rejected, no further mail is sent to it. */
const maxHardBounces = 3;

/** Counts a mail that the server of an address has rejected permanently. The reason is one line. */
export async function recordHardBounce(
  connection: Connection,
  username: string,
  { address, reason }: { readonly address: string; readonly reason: string },
): Promise<void> {
  await connection.query(statements.bounced, [username, address, maxHardBounces, reason]);
}

export async function recordMailAccepted(connection: Connection, username: string): Promise<void> {
  await connection.query(statements.accepted, [username]);
}
