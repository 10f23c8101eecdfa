import type { Instant } from '@slipway/domain/model';
import type { Knex } from 'knex';
import { timestamp } from '../database/instants.ts';

/** The order of results. The id is the last key, so pages never overlap. */
export interface ReleaseOrder {
  readonly by: 'risk' | 'start_date' | 'end_date' | 'title';
  readonly direction: 'ASC' | 'DESC';
}

/** The position of a release in an order. */
export type ReleaseKey = { readonly id: string } & (
  | {
      readonly by: 'start_date' | 'end_date';
      /** Null for a release without this date, which is sorted as the latest. */
      readonly at: Instant | null;
    }
  | { readonly by: 'risk'; readonly score: number; readonly total: number }
  | {
      readonly by: 'title';
      /** The sort key: the beginning of the title in lower case. */
      readonly title: string;
    }
);

/** Each list is the column list of an index (0002-plans), so that a page reads no other rows. */
export const orderings: Record<ReleaseOrder['by'], readonly string[]> = {
  risk: ['r.risk_score', 'r.total_risk_score', 'r.id'],
  start_date: ['r.query_start', 'r.id'],
  end_date: ['r.query_end', 'r.id'],
  title: ['lower(left(r.title, 200))', 'r.id'],
};

export const orderBySql = (columns: readonly string[], { direction }: ReleaseOrder): string =>
  columns.map((column) => `${column} ${direction === 'DESC' ? 'desc' : 'asc'}`).join(', ');

/**
 * Returns the columns that order the result of a subquery. PostgreSQL recognizes the order of a subquery only by its
 * columns.
 */
export const resultOrdering = ({ by }: ReleaseOrder): readonly string[] =>
  by === 'title' ? ['r.title_order', 'r.id'] : orderings[by];

const placeholders: Record<ReleaseOrder['by'], string> = {
  risk: '?::int, ?::int, ?',
  start_date: '?::timestamptz, ?',
  end_date: '?::timestamptz, ?',
  title: '?, ?',
};

function valuesOf(key: ReleaseKey): readonly (string | number)[] {
  switch (key.by) {
    case 'risk':
      return [key.score, key.total, key.id];
    case 'title':
      return [key.title, key.id];
    case 'start_date':
    case 'end_date':
      return [timestamp(key.at) ?? 'infinity', key.id];
  }
}

/**
 * Restricts rows to those after a key, so that an index in that order is read from there. `isWithoutIndex` prevents the
 * use of that index, if another index finds fewer rows.
 */
export function whereAfterKey(
  query: Knex.QueryBuilder,
  order: ReleaseOrder,
  key: ReleaseKey | null,
  isWithoutIndex = false,
): Knex.QueryBuilder {
  if (key === null) return query;
  if (key.by !== order.by) throw new Error('a key belongs to another order');
  const sign = order.direction === 'DESC' ? '<' : '>';
  const comparison = `(${orderings[order.by].join()}) ${sign} (${placeholders[order.by]})`;
  return query.whereRaw(isWithoutIndex ? `(${comparison}) is true` : comparison, [...valuesOf(key)]);
}

const millis = (column: string): string =>
  `case when isfinite(${column}) then floor(extract(epoch from ${column}) * 1000)::bigint end as at`;

/** The key columns of an order. Dates have millisecond resolution. */
const keyColumns: Record<ReleaseOrder['by'], readonly string[]> = {
  risk: ['r.risk_score as score', 'r.total_risk_score as total'],
  start_date: [millis('r.query_start')],
  end_date: [millis('r.query_end')],
  title: ['r.title_order as title'],
};

/** A row with the columns of its key. */
export interface KeyRow {
  readonly id: string;
  readonly at?: Instant | null;
  readonly score?: number;
  readonly total?: number;
  readonly title?: string;
}

export const keyColumnsSql = ({ by }: ReleaseOrder): string => ['r.id', ...keyColumns[by]].join(', ');

export function toReleaseKey(
  { id, at = null, score = 0, total = 0, title = '' }: KeyRow,
  { by }: ReleaseOrder,
): ReleaseKey {
  switch (by) {
    case 'risk':
      return { by, score, total, id };
    case 'title':
      return { by, title, id };
    case 'start_date':
    case 'end_date':
      return { by, at, id };
  }
}
