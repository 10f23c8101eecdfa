import type { Instant, ReleaseStatus } from '@slipway/domain';
import knex, { type Knex } from 'knex';
import type { Connection, Parameter } from './database.ts';
import type { Scope } from './directory.ts';
import { timestamp } from './instants.ts';
import { type TimeFrame, windowOf } from './time-frame.ts';

/**
 * What releases are searched by (rest-api.md, section Search releases; operations.md, filter object). Absent
 * and null mean that it does not matter. Statuses are alternatives; everything else must hold together.
 */
export interface ReleaseFilter {
  /** part of the title, in any letter case */
  readonly title?: string | null;
  /** all of these */
  readonly tags?: readonly string[] | null;
  /** each of these is on some task */
  readonly taskTags?: readonly string[] | null;
  readonly timeFrame?: TimeFrame | null;
  readonly from?: Instant | null;
  readonly to?: Instant | null;
  readonly queryStartDate?: Instant | null;
  readonly queryEndDate?: Instant | null;
  /** any of these; an empty list does not matter either */
  readonly statuses?: readonly ReleaseStatus[] | null;
  /** the user whose releases are wanted */
  readonly owner?: string | null;
  readonly onlyFlagged?: boolean | null;
  /** id of a folder: in it or anywhere below it */
  readonly parentId?: string | null;
  readonly risk?: RiskFilter | null;
}

/** Releases whose score counts as this status under these thresholds (states.md, Risk). */
export interface RiskFilter {
  readonly status: 'OK' | 'ATTENTION_NEEDED' | 'AT_RISK';
  readonly attentionNeededFrom: number;
  readonly atRiskFrom: number;
}

/** By what results are ordered; the id decides between equals, so pages never overlap. */
export interface ReleaseOrder {
  readonly by: 'risk' | 'start_date' | 'end_date' | 'title';
  readonly direction: 'ASC' | 'DESC';
}

/** Which part of the results. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Where to search. */
export interface Place {
  readonly archived: boolean;
  /** what the caller may see */
  readonly scope: Scope;
  /** the database's or the server's time, for time frames that end now */
  readonly now: Instant;
}

/** Builds queries and runs none: they go through our own pool. */
const builder = knex({ client: 'pg' });

const tableOf = ({ archived }: Pick<Place, 'archived'>): string => (archived ? 'archived_releases' : 'live_releases');

/** Each is a column list of an index (0002-plans), so that a page is read in order and no more than it. */
const orderings: Record<ReleaseOrder['by'], readonly string[]> = {
  risk: ['r.risk_score', 'r.total_risk_score', 'r.id'],
  start_date: ['r.query_start', 'r.id'],
  end_date: ['r.query_end', 'r.id'],
  title: ['lower(left(r.title, 200))', 'r.id'],
};

/** Runs a built query; `?` of knex has become `$1` by then, and values travel apart from the text. */
async function run<Row extends object>(connection: Connection, query: Knex.QueryBuilder): Promise<readonly Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  return await connection.query<Row>({ text: sql }, bindings.map(parameter));
}

function parameter(binding: unknown): Parameter {
  if (typeof binding === 'string' || typeof binding === 'number' || typeof binding === 'boolean') return binding;
  if (Array.isArray(binding)) return binding.map(String);
  return binding === null ? null : JSON.stringify(binding);
}

/** Part of a text as an ILIKE pattern: its own wildcards mean themselves. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function within(query: Knex.QueryBuilder, { scope }: Pick<Place, 'scope'>, parentId: string | null | undefined): void {
  if (scope !== 'everything') query.whereRaw('r.folder_id = any (?::text[])', [[...scope]]);
  if (parentId) query.whereRaw('r.folder_id in (select id from folders where path @> array[?])', [parentId]);
}

function matching(filter: ReleaseFilter, place: Place): Knex.QueryBuilder {
  const query = builder(`${tableOf(place)} as r`).whereNot('r.status', 'TEMPLATE');
  within(query, place, filter.parentId);
  if (filter.title) query.whereRaw('r.title ilike ?', [containing(filter.title)]);
  if (filter.tags && filter.tags.length > 0) query.whereRaw('r.tags @> ?::text[]', [[...filter.tags]]);
  for (const tag of filter.taskTags ?? []) withTaskTag(query, place, tag);
  if (filter.statuses && filter.statuses.length > 0) query.whereIn('r.status', filter.statuses);
  if (filter.owner) query.where('r.owner', filter.owner);
  if (filter.onlyFlagged) query.whereNot('r.real_flag_status', 'OK');
  if (filter.risk) atRisk(query, filter.risk);
  const { from, to } = windowOf(filter, place.now);
  if (from !== null) query.where('r.query_end', '>=', timestamp(from));
  if (to !== null) query.where('r.query_start', '<', timestamp(to));
  return query;
}

function withTaskTag(query: Knex.QueryBuilder, { archived }: Place, tag: string): void {
  query.whereRaw(
    `r.id in (select release_id from ${archived ? 'archived_tasks' : 'live_tasks'}
      where passive \\? 'tags' and passive -> 'tags' @> ?::jsonb)`,
    [JSON.stringify([tag])],
  );
}

function atRisk(query: Knex.QueryBuilder, { status, attentionNeededFrom, atRiskFrom }: RiskFilter): void {
  if (status !== 'OK') query.where('r.risk_score', '>=', status === 'AT_RISK' ? atRiskFrom : attentionNeededFrom);
  if (status !== 'AT_RISK') query.where('r.risk_score', '<', status === 'OK' ? attentionNeededFrom : atRiskFrom);
}

/** Ids of the releases that match, one page of them in order. */
export async function searchReleases(
  connection: Connection,
  filter: ReleaseFilter,
  place: Place,
  { by, direction }: ReleaseOrder,
  { limit, offset }: Page,
): Promise<readonly string[]> {
  const order = orderings[by].map((column) => `${column} ${direction === 'DESC' ? 'desc' : 'asc'}`).join(', ');
  const query = matching(filter, place).select('r.id').orderByRaw(order).limit(limit).offset(offset);
  const rows = await run<{ readonly id: string }>(connection, query);
  return rows.map(({ id }) => id);
}

/** How many releases match, by status; statuses without any are left out. */
export async function countReleases(
  connection: Connection,
  filter: ReleaseFilter,
  place: Place,
): Promise<ReadonlyMap<ReleaseStatus, number>> {
  const query = matching(filter, place).select('r.status').count('* as count').groupBy('r.status');
  const rows = await run<{ readonly status: ReleaseStatus; readonly count: number }>(connection, query);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Ids of the live releases with exactly this title, the newest id last; templates have no part in it. */
export async function releasesByTitle(connection: Connection, title: string, scope: Scope): Promise<readonly string[]> {
  const query = builder('live_releases as r').select('r.id').whereNot('r.status', 'TEMPLATE');
  within(query, { scope }, null);
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
  scope: Scope,
  { limit, offset }: Page,
): Promise<readonly string[]> {
  const query = builder('live_releases as r').select('r.id').where('r.status', 'TEMPLATE');
  within(query, { scope }, null);
  if (folderId) query.where('r.folder_id', folderId);
  if (title) query.whereRaw('r.title ilike ?', [containing(title)]);
  if (tags && tags.length > 0) query.whereRaw('r.tags @> ?::text[]', [[...tags]]);
  query.orderByRaw('lower(left(r.title, 200)), r.id').limit(limit).offset(offset);
  const rows = await run<{ readonly id: string }>(connection, query);
  return rows.map(({ id }) => id);
}
