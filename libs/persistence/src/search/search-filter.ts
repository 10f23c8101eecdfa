import type { Instant, ReleaseStatus } from '@slipway/domain';
import knex, { type Knex } from 'knex';
import { readClock } from '../database/clock.ts';
import type { Connection, Parameter } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { type Access, inSight, type Sight } from '../people/sight.ts';
import type { ReleaseKey } from './search-order.ts';
import { type TimeFrame, type Window, windowOf } from './time-frame.ts';

/**
 * What releases are searched by (rest-api.md, section Search releases; rest-operations.md, filter object). Absent
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
  /** the user whose releases are wanted, in any letter case */
  readonly owner?: string | null;
  readonly onlyFlagged?: boolean | null;
  /** id of a folder: in it or anywhere below it */
  readonly parentId?: string | null;
  readonly risk?: RiskFilter | null;
}

/** Releases whose score counts as this status under these thresholds (states.md, Risk). */
export interface RiskFilter {
  readonly status: 'OK' | 'ATTENTION_NEEDED' | 'AT_RISK';
  readonly attentionNeededFrom: number | null;
  readonly atRiskFrom: number | null;
}

export interface Place {
  readonly archived: boolean;
  /** what the caller may see */
  readonly sight: Sight;
  /** when the search happens, for time frames that end now; the database's time unless given */
  readonly now?: Instant;
}

/** Builds queries and runs none: they go through our own pool. */
export const builder = knex({ client: 'pg' });

/** The partition to search, and the one of its tasks. */
export const tablesOf = ({ archived }: Pick<Place, 'archived'>) =>
  archived
    ? ({ releases: 'archived_releases', tasks: 'archived_tasks' } as const)
    : ({ releases: 'live_releases', tasks: 'live_tasks' } as const);

/** Runs a built query; `?` of knex has become `$1` by then, and values travel apart from the text. */
export async function run<Row extends object>(
  connection: Connection,
  query: Knex.QueryBuilder,
): Promise<readonly Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  return await connection.query<Row>({ text: sql }, bindings.map(parameter));
}

function parameter(binding: unknown): Parameter {
  if (typeof binding === 'string' || typeof binding === 'number' || typeof binding === 'boolean') return binding;
  if (Array.isArray(binding)) return binding.map(String);
  return binding === null ? null : JSON.stringify(binding);
}

/** Part of a text as an ILIKE pattern: its own wildcards mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Tags to filter by. A form sends an empty one for a field that is not filled in. */
const withoutEmpty = (tags: readonly string[] | null | undefined): string[] => (tags ?? []).filter((tag) => tag !== '');

/** The title and the tags of a filter, of releases or templates. */
export function named(query: Knex.QueryBuilder, { title, tags }: Pick<ReleaseFilter, 'title' | 'tags'>): void {
  if (title) query.whereRaw('r.title ilike ?', [containing(title)]);
  const given = withoutEmpty(tags);
  if (given.length > 0) query.whereRaw('r.tags @> ?::text[]', [given]);
}

const selectBelow = {
  name: 'folders-to-search',
  text: 'select id from folders where path @> array[$1::text]',
};

/**
 * The ids of a folder and of all below it, or null without a folder. They are read first: with the ids PostgreSQL
 * estimates the number of releases, and without them it plans for the average folder.
 */
async function foldersBelow(
  connection: Connection,
  parentId: string | null | undefined,
): Promise<readonly string[] | null> {
  if (!parentId) return null;
  const rows = await connection.query<{ readonly id: string }>(selectBelow, [parentId]);
  return rows.map(({ id }) => id);
}

/** A filter with what had to be looked up for it. */
export interface Search {
  readonly filter: ReleaseFilter;
  readonly place: Place;
  readonly window: Window;
  /** of the releases wanted; null where it does not matter */
  readonly folders: readonly string[] | null;
  /** what comes before this in the order is left out; null: nothing is */
  readonly after: ReleaseKey | null;
}

export async function searchFor(connection: Connection, filter: ReleaseFilter, place: Place): Promise<Search> {
  const now = async () => place.now ?? (await readClock(connection));
  return {
    filter,
    place,
    window: await windowOf(filter, now),
    folders: await foldersBelow(connection, filter.parentId),
    after: null,
  };
}

/** Whether the caller can view only some of the searched releases. Own releases are always visible. */
export const seesSome = ({ filter, place: { sight } }: Pick<Search, 'filter' | 'place'>): boolean =>
  sight.scopes !== null && filter.owner?.toLowerCase() !== sight.username.toLowerCase();

/** Adds every condition of the search to a query of releases that are called `r`, and got at in this way. */
export function matching(
  query: Knex.QueryBuilder,
  { filter, place, window, folders }: Omit<Search, 'after'>,
  access: Access,
): Knex.QueryBuilder {
  if (seesSome({ filter, place })) inSight(query, place.sight, 'releases', access);
  if (folders !== null) query.whereRaw('r.folder_id = any (?::text[])', [[...folders]]);
  named(query, filter);
  for (const tag of withoutEmpty(filter.taskTags)) withTaskTag(query, place, tag);
  if (filter.statuses && filter.statuses.length > 0) query.whereIn('r.status', filter.statuses);
  if (filter.owner) query.whereRaw('lower(r.owner) = lower(?)', [filter.owner]);
  if (filter.onlyFlagged) query.whereNot('r.real_flag_status', 'OK');
  if (filter.risk) atRisk(query, filter.risk);
  if (window.from !== null) query.where('r.query_end', '>=', timestamp(window.from));
  if (window.to !== null) query.where('r.query_start', '<', timestamp(window.to));
  return query;
}

/** Whether every release of the place matches. */
export const matchesAll = (search: Search): boolean =>
  matching(builder('releases as r'), search, 'fetched').toSQL().bindings.length === 0;

function withTaskTag(query: Knex.QueryBuilder, place: Place, tag: string): void {
  query.whereRaw(
    `r.id in (select release_id from ${tablesOf(place).tasks} where passive \\? 'tags' and passive -> 'tags' @> ?::jsonb)`,
    [JSON.stringify([tag])],
  );
}

/** A threshold that is not given is the one that is set: a part of the statement, and one value all the same. */
function atRisk(query: Knex.QueryBuilder, { status, attentionNeededFrom, atRiskFrom }: RiskFilter): void {
  const attention = [attentionNeededFrom, 'attention_needed_from'] as const;
  const risk = [atRiskFrom, 'at_risk_from'] as const;
  const compared = (sign: '>=' | '<', [given, column]: typeof attention | typeof risk) => {
    const value = given === null ? `coalesce(?::int, (select ${column} from risk_settings))` : '?::int';
    query.whereRaw(`r.risk_score ${sign} ${value}`, [given]);
  };
  if (status !== 'OK') compared('>=', status === 'AT_RISK' ? risk : attention);
  if (status !== 'AT_RISK') compared('<', status === 'OK' ? attention : risk);
}
