import { rootFolderId } from '@slipway/domain/ids';
import type { Knex } from 'knex';
import type { Connection } from '../database/database.ts';
import { statusSql } from '../database/statuses.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';
import { builder, runQuery } from '../search/search-filter.ts';
import { type StoredTrigger, type TriggerRow, toTriggerRow, triggerColumns } from './triggers.ts';

/** The filter of triggers. Absent and null members match all triggers. A trigger must match all other members. */
export interface TriggerFilter {
  /** The id of a folder that contains the trigger, directly or in a subfolder. */
  readonly folderId?: string | null;
  /** A part of the title of its folder, in any letter case. */
  readonly folderTitle?: string | null;
  readonly templateId?: string | null;
  readonly templateTitle?: string | null;
  readonly triggerTitle?: string | null;
  /** The trigger must have one of these. */
  readonly types?: readonly string[] | null;
}

/** A page of matching triggers, and the number of all matching ones. */
export interface TriggerPage {
  readonly triggers: readonly TriggerRow[];
  readonly total: number;
}

/**
 * Restricts triggers to the visible ones: in folders whose teams grant the permission, and at the top level those of
 * templates with such teams (permissions.md, Scope).
 */
function whereTriggerVisible(query: Knex.QueryBuilder, { scopes, principals, permissions }: VisibilityFilter): void {
  if (scopes === null) return;
  const topLevelSql = `t.folder_id = '${rootFolderId}' and t.template_id in (select r.id from live_releases r
      join folders e on e.id = r.folder_id where e.scope_id = any (?::text[]) or (e.id = '${rootFolderId}' and r.id in (
        select g.scope_id from teams g join team_members m on m.team_id = g.id
        where m.principal = any (?::text[]) and g.permissions && ?::text[])))`;
  query.whereRaw(`(f.scope_id = any (?::text[]) or (${topLevelSql}))`, [
    [...scopes],
    [...scopes],
    [...principals],
    [...permissions],
  ]);
}

/** Reads one page of the visible triggers that match, ordered by title. */
export async function searchTriggers(
  connection: Connection,
  filter: TriggerFilter,
  visibility: VisibilityFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<TriggerPage> {
  const query = builder('triggers as t').join('folders as f', 'f.id', 't.folder_id');
  const { folderId, folderTitle, templateId, templateTitle, triggerTitle, types } = filter;
  whereTriggerVisible(query, visibility);
  if (folderId) query.whereRaw('f.path @> array[?::text]', [folderId]);
  if (folderTitle) query.whereRaw('position(lower(?) in lower(f.title)) > 0', [folderTitle]);
  if (templateId) query.where('t.template_id', templateId);
  if (templateTitle) {
    const templateIdsSql = 'select id from live_releases where position(lower(?) in lower(title)) > 0';
    query.whereRaw(`t.template_id in (${templateIdsSql} and status = ${statusSql('TEMPLATE')})`, [templateTitle]);
  }
  if (triggerTitle) query.whereRaw('position(lower(?) in lower(t.title)) > 0', [triggerTitle]);
  if (types && types.length > 0) query.whereRaw('coalesce(t.poller_type, t.type) = any (?::text[])', [[...types]]);
  const [countRow] = await runQuery<{ readonly count: number }>(connection, query.clone().count('* as count'));
  const page = query.select(builder.raw(triggerColumns)).orderByRaw('lower(left(t.title, 200)), t.id');
  const rows = await runQuery<StoredTrigger>(connection, page.limit(limit).offset(offset));
  return { triggers: rows.map(toTriggerRow), total: countRow?.count ?? 0 };
}

const byStateStatement = { name: 'triggers-by-state', text: 'select id from triggers where enabled = $1 order by id' };

/** Returns the ids of all enabled triggers, or of all disabled ones. */
export async function findTriggersByState(connection: Connection, enabled: boolean): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>(byStateStatement, [enabled]);
  return rows.map(({ id }) => id);
}
