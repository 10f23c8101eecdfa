import type { Instant } from '@slipway/domain/model';
import type { Knex } from 'knex';
import { timestamp } from '../database/instants.ts';
import { type VisibilityFilter, whereVisible } from '../people/visibility-filter.ts';

/** The releases that a query counts. Empty lists match all. */
export interface InsightSelection {
  readonly from: Instant;
  /** exclusive */
  readonly to: Instant;
  /** The visibility of releases. Releases that a user sees only as their owner are not counted. */
  readonly visibility: VisibilityFilter;
  readonly folderId: string | null;
  /** Whether the subfolders of the folder count. */
  readonly subfolders: boolean;
  readonly templateIds: readonly string[];
  /** A release must have one of these tags. */
  readonly tags: readonly string[];
  /** in lower case */
  readonly owners: readonly string[];
}

/** Restricts rows `r` to visible releases of the selected folders. */
export function whereFolder(
  query: Knex.QueryBuilder,
  { visibility, folderId, subfolders }: Pick<InsightSelection, 'visibility' | 'folderId' | 'subfolders'>,
): Knex.QueryBuilder {
  whereVisible(query, { ...visibility, username: '' }, 'releases', 'scan');
  if (folderId !== null && subfolders)
    query.whereRaw('r.folder_id in (select id from folders where path @> array[?::text])', [folderId]);
  else if (folderId !== null) query.where('r.folder_id', folderId);
  return query;
}

/** Restricts facts `r` to the selected period, in which releases ended. */
function whereEnded(query: Knex.QueryBuilder, { from, to }: Pick<InsightSelection, 'from' | 'to'>) {
  return query.where('r.ended_at', '>=', timestamp(from)).where('r.ended_at', '<', timestamp(to));
}

/** Restricts rows `r` to the selected templates, tags and owners. */
export function whereMatching(
  query: Knex.QueryBuilder,
  { templateIds, tags, owners }: Pick<InsightSelection, 'templateIds' | 'tags' | 'owners'>,
  templateColumn: string,
): Knex.QueryBuilder {
  if (templateIds.length > 0) query.whereRaw(`${templateColumn} = any (?::text[])`, [[...templateIds]]);
  if (tags.length > 0) query.whereRaw('r.tags && ?::text[]', [[...tags]]);
  if (owners.length > 0) query.whereRaw('lower(r.owner) = any (?::text[])', [[...owners]]);
  return query;
}

/** Restricts rows `r` of `insight_releases` to the selected ones. */
export const whereSelected = (query: Knex.QueryBuilder, selection: InsightSelection): Knex.QueryBuilder =>
  whereMatching(whereFolder(whereEnded(query, selection), selection), selection, 'r.template_id');
