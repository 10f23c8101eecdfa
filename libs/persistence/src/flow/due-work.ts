import type { Connection } from '../database/database.ts';

/**
 * The kinds of background work that wait in the database: new events, mails to users, messages to receivers, schedules
 * and polls of triggers, received events, and containers.
 */
export const dueKinds = ['events', 'mails', 'receivers', 'triggers', 'receivedEvents', 'containers'] as const;
export type DueKind = (typeof dueKinds)[number];

/** The time before a schedule is due in which its message is sent to the queue, in milliseconds. */
export const scheduleWindowMs = 2_500;

const isUnleased = '(lease_until is null or lease_until <= now())';

/** Each condition also holds for work that another process does at present, or that waits for a retry. */
const conditions: Readonly<Record<DueKind, string>> = {
  events: 'exists (select from event_queue)',
  mails: `exists (select from notification_deliveries
    where state in ('pending', 'held') and channel = 'mail' and next_at <= now() and ${isUnleased})`,
  // The deliveries to a receiver that is deleted or disabled end separately.
  receivers: `exists (select from event_subscriptions s cross join lateral (
      select from notification_deliveries where recipient = s.id and state in ('pending', 'held') and channel <> 'mail'
        and next_at <= now() and ${isUnleased} limit 1) d
    where s.enabled and (s.next_request_at is null or s.next_request_at <= now()))`,
  triggers: `exists (select from triggers
      where next_fire_at <= now() + interval '${scheduleWindowMs} milliseconds' and poller_type is null)
    or exists (select from triggers where next_fire_at <= now() and poller_type is not null)`,
  receivedEvents: `exists (select from deliveries
    where verdict = 'ACCEPTED' and processed_at is null and ${isUnleased})`,
  containers: 'exists (select from container_jobs)',
};

const statement = {
  name: 'due-work',
  text: `select ${dueKinds.map((kind) => `${conditions[kind]} as "${kind}"`).join(', ')}`,
};

/** Returns the kinds of background work that are due, with one statement for all of them. */
export async function readDueWork(connection: Connection): Promise<readonly DueKind[]> {
  const [row] = await connection.query<Record<DueKind, boolean>>(statement);
  return dueKinds.filter((kind) => row?.[kind] === true);
}
