import type { EventAudience, EventData, EventTypeName, Instant, ReleaseStatus } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** An event whose deliveries are not created yet. */
export interface PendingEvent {
  readonly id: string;
  readonly type: EventTypeName;
  readonly at: Instant;
  readonly actor: string;
  readonly taskId: string | null;
  readonly data: EventData;
  readonly audience: EventAudience;
  /** null for an event that belongs to no release */
  readonly releaseId: string | null;
  /** the current folder of the release; null for the installation */
  readonly folderId: string | null;
  /** the current release; null if it is no longer live */
  readonly release: { readonly status: ReleaseStatus; readonly owner: string | null; readonly silent: boolean } | null;
}

/** The columns of an event `e` of the live release `r`, if that exists. */
export const pendingEventSql = `e.id, e.type, e.at, e.actor, e.task_id as "taskId", e.data, e.audience,
  e.release_id as "releaseId", coalesce(r.folder_id, e.folder_id) as "folderId",
  case when r.id is null then null else json_build_object('status', r.status, 'owner', r.owner,
    'silent', coalesce((r.passive ->> 'disableNotifications')::boolean, false)) end as release`;

const statement = {
  name: 'claim-events',
  text: `with claimed as (
      delete from event_queue where ctid = any (array(
        select ctid from event_queue order by event_id limit $1 for update skip locked)) returning event_id)
    select ${pendingEventSql} from claimed join events e on e.id = event_id
      left join live_releases r on r.id = e.release_id
    order by e.at, e.id`,
};

/** Takes events from their queue, the oldest first. Other processes skip them until the end of the transaction. */
export const claimEvents = (connection: Connection, limit: number): Promise<readonly PendingEvent[]> =>
  connection.query<PendingEvent>(statement, [limit]);
