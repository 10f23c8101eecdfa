import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Copies of a real event occur now. The fan-out creates their deliveries, as of any event of a release. */
const copyEvents = {
  name: 'copy-events',
  text: `with ev as (insert into events (type, release_id, folder_id, task_id, version, actor, at, data, audience)
    select type, release_id, folder_id, task_id, version, actor, date_trunc('milliseconds', clock_timestamp()), data,
      audience
    from (select * from events where id = $1) e, generate_series(1, $2::int) returning id)
    insert into event_queue select id from ev`,
};

export async function addEvents(client: pg.Client, eventId: string, count: number): Promise<void> {
  await client.query({ ...copyEvents, values: [eventId, count] });
}

const stepMs = 50;

/** Adds events at a constant rate, until the time is over. Returns their number. */
export async function feedEvents(
  client: pg.Client,
  eventId: string,
  { perSecond, durationMs }: { readonly perSecond: number; readonly durationMs: number },
): Promise<number> {
  const startedAt = performance.now();
  let added = 0;
  for (;;) {
    const elapsedMs = Math.min(durationMs, performance.now() - startedAt);
    const count = Math.floor((elapsedMs * perSecond) / 1_000) - added;
    if (count > 0) await addEvents(client, eventId, count);
    added += count;
    if (elapsedMs >= durationMs) return added;
    await pause(stepMs);
  }
}

/** Adds this number of rows of the last weeks to the ledger, which have been sent to an earlier receiver. */
export async function fillLedger(client: pg.Client, eventId: string, count: number): Promise<void> {
  await client.query(
    `insert into notification_deliveries (id, event_id, created_at, recipient, channel, state, decided_by, reason,
        release_id, message_id, message_at, attempts, last_status, sent_at)
      select 'Old' || n, $1 || n, at, 'Receiver' || n % 20, 'webhook', 'sent', 'subscription', 'subscription',
        'Release' || n % 50000, 'msg_old' || n, at, 1, 204, at
      from (select n, date_trunc('milliseconds', now() - n * interval '2 seconds') as at
        from generate_series(1, $2::int) n) x`,
    [eventId, count],
  );
  await client.query('vacuum analyze notification_deliveries');
}

interface WaitingDeliveries {
  readonly eventId: string;
  /** the id of the receiver */
  readonly receiver: string;
  readonly count: number;
}

/** Adds deliveries to one receiver that have been due for a minute. */
export async function fillWaiting(client: pg.Client, { eventId, receiver, count }: WaitingDeliveries): Promise<void> {
  await client.query(
    `insert into notification_deliveries (id, event_id, created_at, recipient, channel, state, decided_by, reason,
        release_id, next_at)
      select 'Waiting' || n, e.id, e.at + n * interval '1 millisecond', $2, 'webhook', 'pending', 'subscription',
        'subscription', e.release_id, now() - interval '1 minute'
      from events e, generate_series(1, $3::int) n where e.id = $1`,
    [eventId, receiver, count],
  );
}

/** Ends the deliveries to the fast receivers, so that the next round starts without them. Those in flight end on their own. */
export async function endDeliveries(client: pg.Client): Promise<void> {
  await client.query(`with e as (select id from events where pending for update skip locked)
    update events set pending = false from e where events.id = e.id`);
  await client.query(`with d as (select id, created_at from notification_deliveries
      where state in ('pending', 'held') and (lease_until is null or lease_until < now())
        and recipient in (select id from event_subscriptions where title like 'Fast %')
      for update skip locked)
    update notification_deliveries n set state = 'obsolete', next_at = null
    from d where n.id = d.id and n.created_at = d.created_at`);
}
