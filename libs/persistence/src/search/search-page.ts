import type { Knex } from 'knex';
import { timestamp } from '../database/instants.ts';
import { templateStatus } from '../database/statuses.ts';
import { allInSight, inSight, seesFewer } from '../people/sight.ts';
import { builder, matchesAll, matching, type Search, seesSome, tablesOf } from './search-filter.ts';
import { afterKey, directed, keyColumnsOf, orderings, type ReleaseOrder, readOrdering } from './search-order.ts';

/** Which part of the results. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** What any order reads. */
const orderColumns = ['r.id', 'r.query_start', 'r.query_end', 'r.risk_score', 'r.total_risk_score'];
const titleColumn = builder.raw(`${orderings.title[0]} as title_order`);
const ofRows = [...orderColumns, titleColumn];
const ofRead = [...orderColumns, 'r.title_order'];
const whole = [builder.raw('r.*'), titleColumn];

/**
 * Whether the search passes over what its caller does not see without reading it: the indexes of 0039-sight hold whose an
 * archived release is.
 */
const passesOver = (search: Search, { by }: ReleaseOrder): boolean =>
  search.place.archived && by !== 'title' && seesSome(search);

const inOrder = (query: Knex.QueryBuilder, order: ReleaseOrder): Knex.QueryBuilder =>
  query.orderByRaw(directed(orderings[order.by], order));

const readInOrder = (query: Knex.QueryBuilder, order: ReleaseOrder): Knex.QueryBuilder =>
  query.orderByRaw(directed(readOrdering(order), order));

const releasesIn = ({ place }: Search): Knex.QueryBuilder =>
  builder(`${tablesOf(place).releases} as r`).whereNot('r.status', templateStatus);

/** As an index of the archive has it (0006-periods). */
const period = "tstzrange(least(r.query_start, r.query_end), r.query_end, '[]')";

/**
 * The number of releases that are read in order before all matches are fetched, for each requested one. The archive is
 * stored in the order of dates, so adjacent rows in that order cost 2 µs each, and 5 µs in others.
 */
const lookedAt = { start_date: 100, end_date: 100, risk: 50, title: 50 } as const;
/** The factor for a caller who can view only some of them: fetching all visible ones would take longer. */
const amongUnseen = 4;
/** Looking into a title costs as much again as getting at it. */
function bound(search: Search, { by }: ReleaseOrder, wanted: number): number {
  const each = search.filter.title ? lookedAt.title : lookedAt[by];
  const times = seesSome(search) ? amongUnseen : 1;
  return Math.min(times * Math.max(each * wanted, 1_500), 20_000);
}

/** Below this number of visible releases, all are fetched at once: in order they would be far apart. */
const few = 2_000;

/** The releases to be looked at in order: none where the caller sees few. No template is in the archive. */
function toLookAt(search: Search, order: ReleaseOrder): Knex.QueryBuilder {
  const releases: Knex.QueryBuilder = passesOver(search, order)
    ? builder(`${tablesOf(search.place).releases} as r`).select(
        builder.raw(['r.folder_id', 'r.owner', ...orderings[order.by]].join()),
      )
    : releasesIn(search).select(whole);
  afterKey(releases, order, search.after);
  return seesSome(search) ? releases.whereRaw('(select not few from sight)') : releases;
}

/** The query with the CTE of `toLookAt`. */
function knowingSight(query: Knex.QueryBuilder, search: Search): Knex.QueryBuilder {
  if (!seesSome(search)) return query;
  const { sql, values } = seesFewer(search.place.sight, tablesOf(search.place).releases, few);
  return query.withMaterialized('sight', builder.raw(`select ${sql} as few`, [...values]));
}

/** Ids of one page. */
export const pageQuery = (search: Search, order: ReleaseOrder, page: Page): Knex.QueryBuilder =>
  pageOf(search, order, page, 'r.id');

/** One page of live or archived releases, or of both, with the position of each in the order. */
export function stretchQuery(searches: readonly Search[], order: ReleaseOrder, limit: number): Knex.QueryBuilder {
  const parts = searches.map((search) =>
    builder
      .select('r.*', builder.raw('?::boolean as archived', [search.place.archived]))
      .from(pageOf(search, order, { limit, offset: 0 }, ofRead).as('r')),
  );
  const rows = builder.select(builder.raw(`r.archived, ${keyColumnsOf(order)}`));
  return readInOrder(rows.from(builder.unionAll(parts, true).as('r')), order).limit(limit);
}

/**
 * PostgreSQL can scan the releases in order until the page is full, which is fast with many matches, or fetch all
 * matches with another index and sort them, which is fast with few. It cannot estimate their number: titles, tags,
 * folders and dates correlate without statistics, and a wrong estimate reads the whole archive (2.9 s for a million).
 * So it does both in this order: the scan up to a limit, and the fetch only if the page is not full.
 */
function pageOf(
  search: Search,
  order: ReleaseOrder,
  { limit, offset }: Page,
  columns: string | readonly string[],
): Knex.QueryBuilder {
  if (matchesAll(search)) {
    const all = releasesIn(search).select(columns === 'r.id' ? columns : ofRows);
    return inOrder(afterKey(all, order, search.after), order)
      .limit(limit)
      .offset(offset);
  }
  const wanted = limit + offset;
  const first = foundInOrder(search, order, wanted);
  const rest = afterKey(allMatching(search), order, search.after, true).whereRaw('(select count(*) from first) < ?', [
    wanted,
  ]);
  return readInOrder(
    knowingSight(builder.queryBuilder(), search)
      .withMaterialized('first', first.limit(wanted))
      .withMaterialized('rest', rest)
      .select(columns)
      .from(
        builder
          .select('*')
          .from('first')
          .whereRaw('(select count(*) from first) >= ?', [wanted])
          .unionAll(builder.select('*').from('rest'))
          .as('r'),
      ),
    order,
  )
    .limit(limit)
    .offset(offset);
}

/** The matches among the first releases in order; invisible ones are read only if no index excludes them. */
function foundInOrder(search: Search, order: ReleaseOrder, wanted: number): Knex.QueryBuilder {
  const looked = inReach(search, order, wanted).as('r');
  if (!passesOver(search, order)) {
    return readInOrder(matching(builder.select(ofRead).from(looked), search, 'looked at'), order);
  }
  const { place } = search;
  const seen = builder.select('r.*').from(looked);
  inSight(seen, place.sight, 'releases', 'looked at');
  const whole = `select r.*, ${orderings.title[0]} as title_order from ${tablesOf(place).releases} r where r.id = x.id limit 1`;
  const found = builder.select(ofRead).from(seen.as('x')).joinRaw(`cross join lateral (${whole}) as r`);
  const columns = orderings[order.by].map((column) => column.replace('r.', 'x.'));
  return matching(found, { ...search, place: { ...place, sight: allInSight } }, 'looked at').orderByRaw(
    directed(columns, order),
  );
}

/** All that match, by whichever index. In the archive a time frame has one of its own, and must not be taken by two. */
function allMatching(search: Search): Knex.QueryBuilder {
  const query = releasesIn(search).select(ofRows);
  const { from, to } = search.window;
  if (!search.place.archived || (from === null && to === null)) return matching(query, search, 'fetched');
  query.whereRaw(`${period} && tstzrange(?, ?, '[]')`, [timestamp(from), timestamp(to)]);
  // The period of a plan that was due before it started is larger than the plan. No index serves a test for truth.
  if (from !== null) query.whereRaw('(r.query_end >= ?) is true', [timestamp(from)]);
  if (to !== null) query.whereRaw('(r.query_start < ?) is true', [timestamp(to)]);
  return matching(query, { ...search, window: { from: null, to: null } }, 'fetched');
}

/**
 * The first releases in order, without other filters. Ordered by start, the oldest first, a time frame of the archive
 * begins with the releases that were running then. These are found by their period, because most earlier ones have
 * ended. Likewise by end, the latest first.
 */
function inReach(search: Search, order: ReleaseOrder, wanted: number): Knex.QueryBuilder {
  const { from, to } = search.window;
  const { archived } = search.place;
  const ordered = inOrder(toLookAt(search, order), order).limit(bound(search, order, wanted));
  if (order.by === 'start_date') {
    if (to !== null) ordered.where('r.query_start', '<', timestamp(to));
    if (from !== null && archived && order.direction === 'ASC') {
      ordered.where('r.query_start', '>=', timestamp(from));
      return both(runningAt(search, order, from).where('r.query_start', '<', timestamp(from)), ordered);
    }
  }
  if (order.by === 'end_date') {
    if (from !== null) ordered.where('r.query_end', '>=', timestamp(from));
    if (to !== null && archived && order.direction === 'DESC') {
      ordered.where('r.query_end', '<', timestamp(to));
      return both(runningAt(search, order, to).where('r.query_end', '>=', timestamp(to)), ordered);
    }
  }
  return ordered;
}

const runningAt = (search: Search, order: ReleaseOrder, moment: number): Knex.QueryBuilder =>
  toLookAt(search, order).whereRaw(`${period} @> ?::timestamptz`, [timestamp(moment)]);

const both = (one: Knex.QueryBuilder, other: Knex.QueryBuilder): Knex.QueryBuilder =>
  builder.select('*').from(one.unionAll(other, true).as('b'));
