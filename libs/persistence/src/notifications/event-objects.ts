import type { ReceiverFormat } from '@slipway/domain/notification-choices';
import type { EventFilter, NotificationRule } from '@slipway/domain/notifications';
import type { Connection } from '../database/database.ts';

/** The objects and rules that decide about a batch of events. */
export interface EventObjects {
  /** by id: the ids from the root to the folder, and the scope of its teams */
  readonly folders: Readonly<Record<string, { readonly path: readonly string[]; readonly scopeId: string }>>;
  /** by the id of a folder; those of the installation by that of the root */
  readonly rules: Readonly<Record<string, readonly NotificationRule[]>>;
  /** by the id of a task */
  readonly watchers: Readonly<Record<string, readonly string[]>>;
  readonly followed: readonly FollowedRow[];
  readonly subscriptions: readonly SubscriptionRow[];
}

export interface FollowedRow {
  /** in lower case */
  readonly username: string;
  readonly objectId: string;
  readonly mode: 'follow' | 'mute';
}

/** An enabled receiver of events. */
export interface SubscriptionRow {
  readonly id: string;
  /** null: the whole installation */
  readonly folderId: string | null;
  readonly kind: 'webhook' | 'slack' | 'teams';
  readonly types: readonly string[];
  readonly filter: EventFilter;
  readonly format: ReceiverFormat;
}

const statement = {
  name: 'objects-of-events',
  text: `with f as materialized (
      select id, path, scope_id from folders where id = any ($3::text[])
    ), around as materialized (
      select unnest(path) as id from f union select 'Applications'
    )
    select
      coalesce((select json_object_agg(id, json_build_object('path', path, 'scopeId', scope_id)) from f), '{}')
        as folders,
      coalesce((select json_object_agg(scope_id, rules) from notification_rules
        where scope_id in (select id from around)), '{}') as rules,
      coalesce((select json_object_agg(id, passive -> 'watchers') from live_tasks
        where id = any ($2::text[]) and passive ? 'watchers'), '{}') as watchers,
      coalesce((select json_agg(json_build_object('username', username, 'objectId', object_id, 'mode', mode))
        from followed_objects
        where object_id = any ($1::text[] || $2::text[] || array(select id from around))), '[]') as followed,
      coalesce((select json_agg(json_build_object('id', id, 'folderId', folder_id, 'kind', kind, 'types', types,
          'filter', filter, 'format', format) order by id)
        from event_subscriptions where enabled and (folder_id is null or folder_id in (select id from around))), '[]')
        as subscriptions`,
};

/** The ids of the objects of a batch, without duplicates. */
export interface EventObjectIds {
  readonly releases: readonly string[];
  readonly tasks: readonly string[];
  readonly folders: readonly string[];
}

/** Reads the objects and rules of a batch of events in one statement. */
export async function readEventObjects(
  connection: Connection,
  { releases, tasks, folders }: EventObjectIds,
): Promise<EventObjects> {
  const [row] = await connection.query<EventObjects>(statement, [releases, tasks, folders]);
  if (row === undefined) throw new Error('the query of the objects of events returned no row');
  return row;
}
