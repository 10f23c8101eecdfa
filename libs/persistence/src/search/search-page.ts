import type { Knex } from 'knex';
import { timestamp } from '../database/instants.ts';
import { templateStatus } from '../database/statuses.ts';
import { everythingVisible, isVisibleCountBelow, whereVisible } from '../people/visibility-filter.ts';
import { builder, isRestricted, matchesEverything, type Search, searchTables, whereMatches } from './search-filter.ts';
import {
  keyColumnsSql,
  orderBySql,
  orderings,
  type ReleaseOrder,
  resultOrdering,
  whereAfterKey,
} from './search-order.ts';

/** The requested page of the results. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The columns that each order needs. */
const orderColumns = ['r.id', 'r.query_start', 'r.query_end', 'r.risk_score', 'r.total_risk_score'];
const titleColumn = builder.raw(`${orderings.title[0]} as title_order`);
const matchColumns = [...orderColumns, titleColumn];
const resultColumns = [...orderColumns, 'r.title_order'];
const fullRow = [builder.raw('r.*'), titleColumn];

/**
 * Returns whether a search can skip invisible releases without reading their rows. For archived releases, the indexes
 * of 0039-sight contain folder and owner.
 */
const skipsInvisible = (search: Search, { by }: ReleaseOrder): boolean =>
  search.scope.archived && by !== 'title' && isRestricted(search);

const orderRows = (query: Knex.QueryBuilder, order: ReleaseOrder): Knex.QueryBuilder =>
  query.orderByRaw(orderBySql(orderings[order.by], order));

const orderResults = (query: Knex.QueryBuilder, order: ReleaseOrder): Knex.QueryBuilder =>
  query.orderByRaw(orderBySql(resultOrdering(order), order));

const searchedReleases = ({ scope }: Search): Knex.QueryBuilder =>
  builder(`${searchTables(scope).releases} as r`).whereNot('r.status', templateStatus);

/** The expression of an index of the archive (0006-periods). */
const period = "tstzrange(least(r.query_start, r.query_end), r.query_end, '[]')";

/**
 * For each requested release, the number of releases that are read in order before the search falls back to another
 * index. The archive is stored by date, so the next row in the order of dates costs 2 µs, and 5 µs in other orders.
 */
const scanFactors = { start_date: 100, end_date: 100, risk: 50, title: 50 } as const;
/** The factor for a caller who can view only some releases. For such a caller, fetching all matches takes longer. */
const restrictedFactor = 4;
/**
 * Returns the maximum number of releases to read in order. A comparison of the title costs as much as reading the row.
 */
function scanLimit(search: Search, { by }: ReleaseOrder, matchLimit: number): number {
  const factor = search.filter.title ? scanFactors.title : scanFactors[by];
  const multiplier = isRestricted(search) ? restrictedFactor : 1;
  return Math.min(multiplier * Math.max(factor * matchLimit, 1_500), 20_000);
}

/** Below this number of visible releases, all of them are fetched at once, because they are far apart in the order. */
const fewReleases = 2_000;

/**
 * Returns the releases to read in order. It returns none for a caller with few visible releases. The archive contains
 * no templates.
 */
function releasesToScan(search: Search, order: ReleaseOrder): Knex.QueryBuilder {
  const releases: Knex.QueryBuilder = skipsInvisible(search, order)
    ? builder(`${searchTables(search.scope).releases} as r`).select(
        builder.raw(['r.folder_id', 'r.owner', ...orderings[order.by]].join()),
      )
    : searchedReleases(search).select(fullRow);
  whereAfterKey(releases, order, search.after);
  return isRestricted(search) ? releases.whereRaw('(select not few from sight)') : releases;
}

/** Adds the CTE that `releasesToScan` uses. */
function withVisibility(query: Knex.QueryBuilder, search: Search): Knex.QueryBuilder {
  if (!isRestricted(search)) return query;
  const { sql, values } = isVisibleCountBelow(
    search.scope.visibility,
    searchTables(search.scope).releases,
    fewReleases,
  );
  return query.withMaterialized('sight', builder.raw(`select ${sql} as few`, [...values]));
}

/** Returns the query for the ids of one page. */
export const pageQuery = (search: Search, order: ReleaseOrder, page: Page): Knex.QueryBuilder =>
  pageOf(search, order, page, 'r.id');

/**
 * Returns the query for one page of live or archived releases, or of both. The rows contain the position in the order.
 */
export function keysetPageQuery(searches: readonly Search[], order: ReleaseOrder, limit: number): Knex.QueryBuilder {
  const parts = searches.map((search) =>
    builder
      .select('r.*', builder.raw('?::boolean as archived', [search.scope.archived]))
      .from(pageOf(search, order, { limit, offset: 0 }, resultColumns).as('r')),
  );
  const rows = builder.select(builder.raw(`r.archived, ${keyColumnsSql(order)}`));
  return orderResults(rows.from(builder.unionAll(parts, true).as('r')), order).limit(limit);
}

/**
 * PostgreSQL can read the releases in order until the page is full, which is fast with many matches. Or it can fetch
 * all matches with another index and sort them, which is fast with few matches. It cannot estimate the number of
 * matches, because titles, tags, folders and dates correlate, and a wrong estimate reads the whole archive (2.9 s for a
 * million). Therefore, the query first reads in order up to a limit. It fetches all matches only if the page is not
 * full.
 */
function pageOf(
  search: Search,
  order: ReleaseOrder,
  { limit, offset }: Page,
  columns: string | readonly string[],
): Knex.QueryBuilder {
  if (matchesEverything(search)) {
    const all = searchedReleases(search).select(columns === 'r.id' ? columns : matchColumns);
    return orderRows(whereAfterKey(all, order, search.after), order)
      .limit(limit)
      .offset(offset);
  }
  const matchLimit = limit + offset;
  const first = matchesInOrder(search, order, matchLimit);
  const rest = whereAfterKey(allMatches(search), order, search.after, true).whereRaw(
    '(select count(*) from first) < ?',
    [matchLimit],
  );
  return orderResults(
    withVisibility(builder.queryBuilder(), search)
      .withMaterialized('first', first.limit(matchLimit))
      .withMaterialized('rest', rest)
      .select(columns)
      .from(
        builder
          .select('*')
          .from('first')
          .whereRaw('(select count(*) from first) >= ?', [matchLimit])
          .unionAll(builder.select('*').from('rest'))
          .as('r'),
      ),
    order,
  )
    .limit(limit)
    .offset(offset);
}

/**
 * Returns the matches among the first releases in order. Invisible releases are read only if no index excludes them.
 */
function matchesInOrder(search: Search, order: ReleaseOrder, matchLimit: number): Knex.QueryBuilder {
  const scanned = releasesInWindow(search, order, matchLimit).as('r');
  if (!skipsInvisible(search, order)) {
    return orderResults(whereMatches(builder.select(resultColumns).from(scanned), search, 'scan'), order);
  }
  const { scope } = search;
  const visible = builder.select('r.*').from(scanned);
  whereVisible(visible, scope.visibility, 'releases', 'scan');
  const fullRow = `select r.*, ${orderings.title[0]} as title_order from ${searchTables(scope).releases} r where r.id = x.id limit 1`;
  const matches = builder.select(resultColumns).from(visible.as('x')).joinRaw(`cross join lateral (${fullRow}) as r`);
  const columns = orderings[order.by].map((column) => column.replace('r.', 'x.'));
  return whereMatches(matches, { ...search, scope: { ...scope, visibility: everythingVisible } }, 'scan').orderByRaw(
    orderBySql(columns, order),
  );
}

/**
 * Returns all matches, with any index. In the archive, a time frame has its own index. The other conditions on dates
 * must not use another index.
 */
function allMatches(search: Search): Knex.QueryBuilder {
  const query = searchedReleases(search).select(matchColumns);
  const { from, to } = search.timeWindow;
  if (!search.scope.archived || (from === null && to === null)) return whereMatches(query, search, 'lookup');
  query.whereRaw(`${period} && tstzrange(?, ?, '[]')`, [timestamp(from), timestamp(to)]);
  // The period of a release that was due before its start is longer than the release. `is true` prevents the use of an
  // index.
  if (from !== null) query.whereRaw('(r.query_end >= ?) is true', [timestamp(from)]);
  if (to !== null) query.whereRaw('(r.query_start < ?) is true', [timestamp(to)]);
  return whereMatches(query, { ...search, timeWindow: { from: null, to: null } }, 'lookup');
}

/**
 * Returns the first releases in order, without the other filters. In ascending order of start, a time frame in the
 * archive begins with the releases that were running at its start. These are found by their period, because most
 * earlier ones had ended. The descending order of end is treated likewise.
 */
function releasesInWindow(search: Search, order: ReleaseOrder, matchLimit: number): Knex.QueryBuilder {
  const { from, to } = search.timeWindow;
  const { archived } = search.scope;
  const ordered = orderRows(releasesToScan(search, order), order).limit(scanLimit(search, order, matchLimit));
  if (order.by === 'start_date') {
    if (to !== null) ordered.where('r.query_start', '<', timestamp(to));
    if (from !== null && archived && order.direction === 'ASC') {
      ordered.where('r.query_start', '>=', timestamp(from));
      return unionAll(runningAt(search, order, from).where('r.query_start', '<', timestamp(from)), ordered);
    }
  }
  if (order.by === 'end_date') {
    if (from !== null) ordered.where('r.query_end', '>=', timestamp(from));
    if (to !== null && archived && order.direction === 'DESC') {
      ordered.where('r.query_end', '<', timestamp(to));
      return unionAll(runningAt(search, order, to).where('r.query_end', '>=', timestamp(to)), ordered);
    }
  }
  return ordered;
}

const runningAt = (search: Search, order: ReleaseOrder, instant: number): Knex.QueryBuilder =>
  releasesToScan(search, order).whereRaw(`${period} @> ?::timestamptz`, [timestamp(instant)]);

const unionAll = (a: Knex.QueryBuilder, b: Knex.QueryBuilder): Knex.QueryBuilder =>
  builder.select('*').from(a.unionAll(b, true).as('b'));
