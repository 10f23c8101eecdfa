import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { type PendingEvent, pendingEventSql } from './claim-events.ts';

/** A row of the ledger about an event and a recipient. */
export interface DeliveryRow {
  readonly id: string;
  readonly channel: string;
  readonly state: string;
  readonly decidedBy: string;
  readonly reason: string;
  readonly nextAt: Instant | null;
  readonly sentAt: Instant | null;
  readonly error: string | null;
}

const statements = {
  find: {
    name: 'find-event',
    text: `select ${pendingEventSql} from events e left join live_releases r on r.id = e.release_id where e.id = $1`,
  },
  ofRelease: {
    name: 'events-of-release',
    text: `select e.id, e.type, e.at, e.actor, e.task_id as "taskId", e.data from events e
      where e.release_id = $1
        and ($2::text is null or (e.at, e.id) < (select at, id from events where id = $2 and release_id = $1))
      order by e.at desc, e.id desc limit $3`,
  },
  // The time selects the partition. It has milliseconds, and that of an event can have microseconds.
  deliveries: {
    name: 'deliveries-of-event',
    text: `select id, channel, state, decided_by as "decidedBy", reason, next_at as "nextAt", sent_at as "sentAt",
        last_error as error
      from notification_deliveries d
      where d.event_id = $1 and d.recipient = $2
        and d.created_at between (select at - interval '1 second' from events where id = $1)
          and (select at + interval '1 second' from events where id = $1)`,
  },
};

/** Finds an event by its id. */
export async function findEvent(connection: Connection, id: string): Promise<PendingEvent | null> {
  const [row] = await connection.query<PendingEvent>(statements.find, [id]);
  return row ?? null;
}

type ReleaseEvent = Pick<PendingEvent, 'id' | 'type' | 'at' | 'actor' | 'taskId' | 'data'>;

/** Lists the events of a release, the newest first; after the one with the id `after`, if it is not null. */
export const listReleaseEvents = (
  connection: Connection,
  releaseId: string,
  after: string | null,
  limit: number,
): Promise<readonly ReleaseEvent[]> => connection.query<ReleaseEvent>(statements.ofRelease, [releaseId, after, limit]);

/** Reads the deliveries of an event to a user. */
export const readDeliveries = (
  connection: Connection,
  eventId: string,
  username: string,
): Promise<readonly DeliveryRow[]> =>
  connection.query<DeliveryRow>(statements.deliveries, [eventId, username.toLowerCase()]);
