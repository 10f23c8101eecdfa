import type { ReleaseStatus } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { templateStatus } from '../database/statuses.ts';
import { type VisibilityFilter, whereVisible } from '../people/visibility-filter.ts';
import {
  builder,
  createSearch,
  isEmptyWindow,
  type ReleaseFilter,
  runQuery,
  type SearchScope,
  searchTables,
  whereMatches,
  whereTitleAndTags,
} from './search-filter.ts';
import { type KeyRow, type ReleaseKey, type ReleaseOrder, toReleaseKey } from './search-order.ts';
import { keysetPageQuery, type Page, pageQuery } from './search-page.ts';

export type { ReleaseFilter, RiskFilter, SearchScope } from './search-filter.ts';
export type { ReleaseKey, ReleaseOrder } from './search-order.ts';
export type { Page } from './search-page.ts';

/** Returns one page of the ids of matching releases, in order. */
export async function searchReleases(
  connection: Connection,
  filter: ReleaseFilter,
  scope: SearchScope,
  order: ReleaseOrder,
  page: Page,
): Promise<readonly string[]> {
  const search = await createSearch(connection, filter, scope);
  if (isEmptyWindow(search.timeWindow)) return [];
  const query = pageQuery(search, order, page);
  const rows = await runQuery<{ readonly id: string }>(connection, query);
  return rows.map(({ id }) => id);
}

/** A found release, with its position in the order. */
export interface ReleaseMatch {
  readonly id: string;
  readonly archived: boolean;
  readonly key: ReleaseKey;
}

/** The requested page: at most `limit` results after a key. */
export interface KeysetPage {
  /** The key of the last release of the previous page; null for the first page. */
  readonly after: ReleaseKey | null;
  readonly limit: number;
}

/**
 * Finds matching releases, live and archived ones in one order, with one statement. A late page is as fast as the
 * first.
 */
export async function searchAfterKey(
  connection: Connection,
  filter: ReleaseFilter,
  { archived, ...scope }: Omit<SearchScope, 'archived'> & { readonly archived: readonly boolean[] },
  order: ReleaseOrder,
  { after, limit }: KeysetPage,
): Promise<readonly ReleaseMatch[]> {
  const search = { ...(await createSearch(connection, filter, { ...scope, archived: false })), after };
  if (isEmptyWindow(search.timeWindow)) return [];
  const searches = archived.map((isArchived) => ({ ...search, scope: { ...scope, archived: isArchived } }));
  const rows = await runQuery<KeyRow & Pick<ReleaseMatch, 'archived'>>(
    connection,
    keysetPageQuery(searches, order, limit),
  );
  return rows.map((row) => ({ id: row.id, archived: row.archived, key: toReleaseKey(row, order) }));
}

/** Counts matching releases by status. Omits statuses without releases. */
export async function countReleases(
  connection: Connection,
  filter: ReleaseFilter,
  scope: SearchScope,
): Promise<ReadonlyMap<ReleaseStatus, number>> {
  const search = await createSearch(connection, filter, scope);
  if (isEmptyWindow(search.timeWindow)) return new Map();
  const query = builder(`${searchTables(scope).releases} as r`).whereNot('r.status', templateStatus);
  whereMatches(query, search, 'lookup').select('r.status').count('* as count').groupBy('r.status');
  const rows = await runQuery<{ readonly status: ReleaseStatus; readonly count: number }>(connection, query);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Returns the ids of the live releases with exactly this title, ordered by id. Templates are omitted. */
export async function findReleasesByTitle(
  connection: Connection,
  title: string,
  visibility: VisibilityFilter,
): Promise<readonly string[]> {
  const query = builder('live_releases as r').select('r.id').whereNot('r.status', templateStatus);
  whereVisible(query, visibility, 'releases', 'scan');
  query.whereRaw('lower(left(r.title, 200)) = lower(left(?, 200))', [title]).where('r.title', title).orderBy('r.id');
  const rows = await runQuery<{ readonly id: string }>(connection, query.limit(1_000));
  return rows.map(({ id }) => id);
}

/**
 * A filter for templates: a part of the title, tags that a template must all have, and the folder that contains it
 * directly.
 */
export type TemplateFilter = Pick<ReleaseFilter, 'title' | 'tags'> & { readonly folderId?: string | null };

/** Returns the ids of the matching templates, ordered by title. */
export async function listTemplates(
  connection: Connection,
  { title, tags, folderId }: TemplateFilter,
  visibility: VisibilityFilter,
  { limit, offset }: Page,
): Promise<readonly string[]> {
  const query = builder('live_releases as r').select('r.id').where('r.status', templateStatus);
  whereVisible(query, visibility, 'templates', 'scan');
  if (folderId) query.where('r.folder_id', folderId);
  whereTitleAndTags(query, { title, tags });
  query.orderByRaw('lower(left(r.title, 200)), r.id').limit(limit).offset(offset);
  const rows = await runQuery<{ readonly id: string }>(connection, query);
  return rows.map(({ id }) => id);
}
