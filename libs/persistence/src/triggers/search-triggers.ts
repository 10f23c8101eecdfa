import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';
import { builder, run } from '../search/search-filter.ts';
import { type StoredTrigger, type TriggerRow, toTriggerRow, triggerColumns } from './triggers.ts';

/** What triggers are searched by; absent and null mean that it does not matter, and all must hold. */
export interface TriggerFilter {
  /** in this folder or anywhere below it */
  readonly folderId?: string | null;
  /** part of the title of its folder, in any letter case */
  readonly folderTitle?: string | null;
  readonly templateId?: string | null;
  readonly templateTitle?: string | null;
  readonly triggerTitle?: string | null;
  /** any of these */
  readonly types?: readonly string[] | null;
}

/** Triggers that match, and how many there are in all. */
export interface TriggerPage {
  readonly triggers: readonly TriggerRow[];
  readonly total: number;
}

/** One page of the triggers that match, by title. */
export async function searchTriggers(
  connection: Connection,
  filter: TriggerFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<TriggerPage> {
  const query = builder('triggers as t').join('folders as f', 'f.id', 't.folder_id');
  const { folderId, folderTitle, templateId, templateTitle, triggerTitle, types } = filter;
  if (folderId) query.whereRaw('f.path @> array[?::text]', [folderId]);
  if (folderTitle) query.whereRaw('position(lower(?) in lower(f.title)) > 0', [folderTitle]);
  if (templateId) query.where('t.template_id', templateId);
  if (templateTitle) {
    const named = 'select id from live_releases where position(lower(?) in lower(title)) > 0';
    query.whereRaw(`t.template_id in (${named} and status = ${statusSql('TEMPLATE')})`, [templateTitle]);
  }
  if (triggerTitle) query.whereRaw('position(lower(?) in lower(t.title)) > 0', [triggerTitle]);
  if (types && types.length > 0) query.whereRaw('coalesce(t.poller_type, t.type) = any (?::text[])', [[...types]]);
  const [counted] = await run<{ readonly count: number }>(connection, query.clone().count('* as count'));
  const page = query.select(builder.raw(triggerColumns)).orderByRaw('lower(left(t.title, 200)), t.id');
  const rows = await run<StoredTrigger>(connection, page.limit(limit).offset(offset));
  return { triggers: rows.map(toTriggerRow), total: counted?.count ?? 0 };
}

const byState = { name: 'triggers-by-state', text: 'select id from triggers where enabled = $1 order by id' };

/** Ids of the triggers that are enabled, or of those that are not. */
export async function triggersByState(connection: Connection, enabled: boolean): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>(byState, [enabled]);
  return rows.map(({ id }) => id);
}
