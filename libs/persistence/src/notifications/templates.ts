import type { EventTypeName } from '@slipway/domain/model';
import type { NotificationTemplate } from '@slipway/domain/notifications';
import type { Connection } from '../database/database.ts';
import { type PendingEvent, pendingEventSql } from './claim-events.ts';

/** The number of newest events of all types that a search reads. */
const maxSearched = 20_000;

const statements = {
  scopes: {
    name: 'read-notification-templates',
    text: `select coalesce(n.templates, '[]') as templates
      from folders f left join notification_rules n on n.scope_id = f.id
      where f.id = any (array(select unnest(path) from folders where id = $1)) order by cardinality(f.path) desc`,
  },
  save: {
    name: 'save-notification-templates',
    text: `insert into notification_rules (scope_id, templates) values ($1, $2)
      on conflict (scope_id) do update set templates = excluded.templates, version = notification_rules.version + 1`,
  },
  recent: {
    name: 'recent-events',
    text: `select ${pendingEventSql}
      from (select * from events order by at desc limit ${maxSearched}) e
        left join live_releases r on r.id = e.release_id left join folders f on f.id = coalesce(r.folder_id, e.folder_id)
      where e.type = $1 and ($2::text is null or f.path @> array[$2::text])
      order by e.at desc, e.id desc limit $3`,
  },
};

/** Reads the templates of a folder and of the folders around it, the nearest first; the last are of the installation. */
export async function readTemplateScopes(
  connection: Connection,
  folderId: string,
): Promise<readonly (readonly NotificationTemplate[])[]> {
  const rows = await connection.query<{ readonly templates: readonly NotificationTemplate[] }>(statements.scopes, [
    folderId,
  ]);
  return rows.map(({ templates }) => templates);
}

/** Replaces the templates of a folder or of the installation. */
export async function saveTemplates(
  connection: Connection,
  folderId: string,
  templates: readonly NotificationTemplate[],
): Promise<void> {
  await connection.query(statements.save, [folderId, JSON.stringify(templates)]);
}

/** Finds the newest events of a type, in a folder and below it, or everywhere. The search has a limit. */
export const readRecentEvents = (
  connection: Connection,
  type: EventTypeName,
  folderId: string | null,
  limit: number,
): Promise<readonly PendingEvent[]> => connection.query<PendingEvent>(statements.recent, [type, folderId, limit]);
