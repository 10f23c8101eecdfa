import type { ReleaseStatus } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { templateStatus } from '../database/statuses.ts';
import { inSight, type Sight } from '../people/sight.ts';
import { builder, matching, named, type Place, type ReleaseFilter, run, searchFor, tablesOf } from './search-filter.ts';
import { type KeyRow, keyIn, type ReleaseKey, type ReleaseOrder } from './search-order.ts';
import { type Page, pageQuery, stretchQuery } from './search-page.ts';
import { isNever } from './time-frame.ts';

export type { Place, ReleaseFilter, RiskFilter } from './search-filter.ts';
export type { ReleaseKey, ReleaseOrder } from './search-order.ts';
export type { Page } from './search-page.ts';

/** Ids of the releases that match, one page of them in order. */
export async function searchReleases(
  connection: Connection,
  filter: ReleaseFilter,
  place: Place,
  order: ReleaseOrder,
  page: Page,
): Promise<readonly string[]> {
  const search = await searchFor(connection, filter, place);
  if (isNever(search.window)) return [];
  const query = pageQuery(search, order, page);
  const rows = await run<{ readonly id: string }>(connection, query);
  return rows.map(({ id }) => id);
}

/** A found release, with its position in the order. */
export interface FoundRelease {
  readonly id: string;
  readonly archived: boolean;
  readonly key: ReleaseKey;
}

/** The requested results: a number after a key. */
export interface Stretch {
  /** null: from the beginning */
  readonly after: ReleaseKey | null;
  readonly limit: number;
}

/**
 * The releases that match, live ones and archived ones in one order, by one statement: a page that comes late is found as
 * fast as the first.
 */
export async function searchStretch(
  connection: Connection,
  filter: ReleaseFilter,
  { archived, ...place }: Omit<Place, 'archived'> & { readonly archived: readonly boolean[] },
  order: ReleaseOrder,
  { after, limit }: Stretch,
): Promise<readonly FoundRelease[]> {
  const search = { ...(await searchFor(connection, filter, { ...place, archived: false })), after };
  if (isNever(search.window)) return [];
  const searches = archived.map((each) => ({ ...search, place: { ...place, archived: each } }));
  const rows = await run<KeyRow & Pick<FoundRelease, 'archived'>>(connection, stretchQuery(searches, order, limit));
  return rows.map((row) => ({ id: row.id, archived: row.archived, key: keyIn(row, order) }));
}

/** How many releases match, by status; statuses without any are left out. */
export async function countReleases(
  connection: Connection,
  filter: ReleaseFilter,
  place: Place,
): Promise<ReadonlyMap<ReleaseStatus, number>> {
  const search = await searchFor(connection, filter, place);
  if (isNever(search.window)) return new Map();
  const query = builder(`${tablesOf(place).releases} as r`).whereNot('r.status', templateStatus);
  matching(query, search, 'fetched').select('r.status').count('* as count').groupBy('r.status');
  const rows = await run<{ readonly status: ReleaseStatus; readonly count: number }>(connection, query);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Ids of the live releases with exactly this title, the newest id last; templates have no part in it. */
export async function releasesByTitle(connection: Connection, title: string, sight: Sight): Promise<readonly string[]> {
  const query = builder('live_releases as r').select('r.id').whereNot('r.status', templateStatus);
  inSight(query, sight, 'releases', 'looked at');
  query.whereRaw('lower(left(r.title, 200)) = lower(left(?, 200))', [title]).where('r.title', title).orderBy('r.id');
  const rows = await run<{ readonly id: string }>(connection, query.limit(1_000));
  return rows.map(({ id }) => id);
}

/** What templates are listed by: part of the title, all of the tags, the folder that they are directly in. */
export type TemplateFilter = Pick<ReleaseFilter, 'title' | 'tags'> & { readonly folderId?: string | null };

/** Ids of the templates that match, by title. */
export async function listTemplates(
  connection: Connection,
  { title, tags, folderId }: TemplateFilter,
  sight: Sight,
  { limit, offset }: Page,
): Promise<readonly string[]> {
  const query = builder('live_releases as r').select('r.id').where('r.status', templateStatus);
  inSight(query, sight, 'templates', 'looked at');
  if (folderId) query.where('r.folder_id', folderId);
  named(query, { title, tags });
  query.orderByRaw('lower(left(r.title, 200)), r.id').limit(limit).offset(offset);
  const rows = await run<{ readonly id: string }>(connection, query);
  return rows.map(({ id }) => id);
}
