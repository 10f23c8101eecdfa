import type { Instant, ReleaseStatus } from '@slipway/domain/model';
import knex, { type Knex } from 'knex';
import { readClock } from '../database/clock.ts';
import type { Connection, Parameter } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { type AccessPath, type VisibilityFilter, whereVisible } from '../people/visibility-filter.ts';
import type { ReleaseKey } from './search-order.ts';

/** Named time frames that end now, or RANGE for `from` and `to` (rest-api.md, section Search releases). */
type TimeFrame = (typeof timeFrames)[number];
const timeFrames = [
  'LAST_SEVEN_DAYS',
  'LAST_MONTH',
  'LAST_THREE_MONTHS',
  'LAST_SIX_MONTHS',
  'LAST_YEAR',
  'RANGE',
] as const;

const monthsBack = {
  LAST_MONTH: 1,
  LAST_THREE_MONTHS: 3,
  LAST_SIX_MONTHS: 6,
  LAST_YEAR: 12,
} as const;

const dayMs = 86_400_000;

/** A time range from `from` (inclusive) to `to` (exclusive). A null bound is open. */
interface TimeWindow {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** Returns whether the range is empty because it ends before it begins. */
export const isEmptyWindow = ({ from, to }: TimeWindow): boolean => from !== null && to !== null && from > to;

/** The time members of a filter. */
interface TimeFilter {
  readonly timeFrame?: TimeFrame | null;
  readonly from?: Instant | null;
  readonly to?: Instant | null;
  readonly queryStartDate?: Instant | null;
  readonly queryEndDate?: Instant | null;
}

/**
 * Returns the time range of a filter. `now` is only called for a named time frame. Without a name, `from` and `to` or
 * their newer names apply.
 */
async function resolveWindow(
  { timeFrame, from, to, queryStartDate, queryEndDate }: TimeFilter,
  now: () => Promise<Instant>,
): Promise<TimeWindow> {
  if (!timeFrame || timeFrame === 'RANGE') {
    return { from: from ?? queryStartDate ?? null, to: to ?? queryEndDate ?? null };
  }
  const end = await now();
  return {
    from: timeFrame === 'LAST_SEVEN_DAYS' ? end - 7 * dayMs : monthsBefore(end, monthsBack[timeFrame]),
    to: end,
  };
}

/** Returns the same day and time in UTC this number of months earlier. In a shorter month, it returns the last day. */
function monthsBefore(now: Instant, months: number): Instant {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return date.getTime();
}

/**
 * The filter of releases (rest-api.md, section Search releases; rest-operations.md, filter object). Absent and null
 * members match all. A release must have one of the statuses, and match all other members.
 */
export interface ReleaseFilter {
  /** A part of the title, in any letter case. */
  readonly title?: string | null;
  /** The release must have all of these tags. */
  readonly tags?: readonly string[] | null;
  /** For each of these tags, the release must have a task with it. */
  readonly taskTags?: readonly string[] | null;
  readonly timeFrame?: TimeFrame | null;
  readonly from?: Instant | null;
  readonly to?: Instant | null;
  readonly queryStartDate?: Instant | null;
  readonly queryEndDate?: Instant | null;
  /** The release must have one of these statuses. An empty list matches all. */
  readonly statuses?: readonly ReleaseStatus[] | null;
  /** The owner of the release, in any letter case. */
  readonly owner?: string | null;
  readonly onlyFlagged?: boolean | null;
  /** The id of a folder that contains the release, directly or in a subfolder. */
  readonly parentId?: string | null;
  readonly risk?: RiskFilter | null;
}

/** The filter by risk: releases whose score has this status with these thresholds (states.md, Risk). */
export interface RiskFilter {
  readonly status: 'OK' | 'ATTENTION_NEEDED' | 'AT_RISK';
  readonly attentionNeededFrom: number | null;
  readonly atRiskFrom: number | null;
}

export interface SearchScope {
  readonly archived: boolean;
  /** The objects that the caller may view. */
  readonly visibility: VisibilityFilter;
  /** The end of named time frames. Default: the time of the database. */
  readonly now?: Instant;
}

/** Builds queries without running them. They run on the pool of `Database`. */
export const builder = knex({ client: 'pg' });

/** The partitions to search: of releases and of their tasks. */
export const searchTables = ({ archived }: Pick<SearchScope, 'archived'>) =>
  archived
    ? ({ releases: 'archived_releases', tasks: 'archived_tasks' } as const)
    : ({ releases: 'live_releases', tasks: 'live_tasks' } as const);

/** Runs a query of the builder, with values as parameters. */
export async function runQuery<Row extends object>(
  connection: Connection,
  query: Pick<Knex.Raw, 'toSQL'>,
): Promise<readonly Row[]> {
  const { sql, bindings } = query.toSQL().toNative();
  return await connection.query<Row>({ text: sql }, bindings.map(toParameter));
}

function toParameter(binding: unknown): Parameter {
  if (typeof binding === 'string' || typeof binding === 'number' || typeof binding === 'boolean') return binding;
  if (Array.isArray(binding)) return binding.map(String);
  return binding === null ? null : JSON.stringify(binding);
}

/** Converts a part of a text to an ILIKE pattern. Wildcards in the text are escaped. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns the tags of a filter. Forms send an empty tag for an empty field. */
const withoutEmpty = (tags: readonly string[] | null | undefined): string[] => (tags ?? []).filter((tag) => tag !== '');

/** Adds the title and the tags of a filter to a query of releases or templates. */
export function whereTitleAndTags(
  query: Knex.QueryBuilder,
  { title, tags }: Pick<ReleaseFilter, 'title' | 'tags'>,
): void {
  if (title) query.whereRaw('r.title ilike ?', [toContainsPattern(title)]);
  const filterValue = withoutEmpty(tags);
  if (filterValue.length > 0) query.whereRaw('r.tags @> ?::text[]', [filterValue]);
}

const selectBelow = {
  name: 'folders-to-search',
  text: 'select id from folders where path @> array[$1::text]',
};

/**
 * Reads the ids of a folder and all its subfolders, or returns null without a folder. This query runs first: with the
 * ids, PostgreSQL estimates the number of matching releases; otherwise, it assumes a folder of average size.
 */
async function readFolderIdsBelow(
  connection: Connection,
  parentId: string | null | undefined,
): Promise<readonly string[] | null> {
  if (!parentId) return null;
  const rows = await connection.query<{ readonly id: string }>(selectBelow, [parentId]);
  return rows.map(({ id }) => id);
}

/** A filter with the data that was read for it. */
export interface Search {
  readonly filter: ReleaseFilter;
  readonly scope: SearchScope;
  readonly timeWindow: TimeWindow;
  /** The ids of the folders to search; null for all folders. */
  readonly folders: readonly string[] | null;
  /** The key of the last release of the previous page; null for the first page. */
  readonly after: ReleaseKey | null;
}

export async function createSearch(connection: Connection, filter: ReleaseFilter, scope: SearchScope): Promise<Search> {
  const now = async () => scope.now ?? (await readClock(connection));
  return {
    filter,
    scope,
    timeWindow: await resolveWindow(filter, now),
    folders: await readFolderIdsBelow(connection, filter.parentId),
    after: null,
  };
}

/** Returns whether the caller can view only some of the searched releases. Own releases are always visible. */
export const isRestricted = ({ filter, scope: { visibility } }: Pick<Search, 'filter' | 'scope'>): boolean =>
  visibility.scopes !== null && filter.owner?.toLowerCase() !== visibility.username.toLowerCase();

/** Adds all conditions of a search to a query of releases with the alias `r`. `access` is how the query reads them. */
export function whereMatches(
  query: Knex.QueryBuilder,
  { filter, scope, timeWindow, folders }: Omit<Search, 'after'>,
  access: AccessPath,
): Knex.QueryBuilder {
  if (isRestricted({ filter, scope })) whereVisible(query, scope.visibility, 'releases', access);
  if (folders !== null) query.whereRaw('r.folder_id = any (?::text[])', [[...folders]]);
  whereTitleAndTags(query, filter);
  for (const tag of withoutEmpty(filter.taskTags)) whereTaskTag(query, scope, tag);
  if (filter.statuses && filter.statuses.length > 0) query.whereIn('r.status', filter.statuses);
  if (filter.owner) query.whereRaw('lower(r.owner) = lower(?)', [filter.owner]);
  if (filter.onlyFlagged) query.whereNot('r.real_flag_status', 'OK');
  if (filter.risk) whereRisk(query, filter.risk);
  if (timeWindow.from !== null) query.where('r.query_end', '>=', timestamp(timeWindow.from));
  if (timeWindow.to !== null) query.where('r.query_start', '<', timestamp(timeWindow.to));
  return query;
}

/** Returns whether every release in the searched partition matches. */
export const matchesEverything = (search: Search): boolean =>
  whereMatches(builder('releases as r'), search, 'lookup').toSQL().bindings.length === 0;

function whereTaskTag(query: Knex.QueryBuilder, scope: SearchScope, tag: string): void {
  query.whereRaw(
    `r.id in (select release_id from ${searchTables(scope).tasks} where passive \\? 'tags' and passive -> 'tags' @> ?::jsonb)`,
    [JSON.stringify([tag])],
  );
}

/**
 * Without a threshold in the filter, the configured one applies. It is a subquery, so that the planner treats it as a
 * single value.
 */
function whereRisk(query: Knex.QueryBuilder, { status, attentionNeededFrom, atRiskFrom }: RiskFilter): void {
  const attention = [attentionNeededFrom, 'attention_needed_from'] as const;
  const risk = [atRiskFrom, 'at_risk_from'] as const;
  const addCondition = (sign: '>=' | '<', [filterValue, column]: typeof attention | typeof risk) => {
    const value = filterValue === null ? `coalesce(?::int, (select ${column} from risk_settings))` : '?::int';
    query.whereRaw(`r.risk_score ${sign} ${value}`, [filterValue]);
  };
  if (status !== 'OK') addCondition('>=', status === 'AT_RISK' ? risk : attention);
  if (status !== 'AT_RISK') addCondition('<', status === 'OK' ? attention : risk);
}
