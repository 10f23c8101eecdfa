import type { Knex } from 'knex';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { builder } from '../../search/search-filter.ts';
import type { InsightSelection } from '../selection.ts';
import { isBuiltSql } from './tables.ts';

/** Local days, such as `2026-05-01`, from the first one until before the last one. */
export interface DayRange {
  readonly from: string;
  /** null: no end */
  readonly to: string | null;
}

/** A period as months with aggregates, and the days outside of them. */
export interface PeriodParts {
  /** the first days of months */
  readonly months: readonly string[];
  readonly ranges: readonly DayRange[];
}

/** The state of the aggregates for a period. */
export interface AggregateState {
  /** Whether the aggregates have the days of the zone, and the period begins and ends at midnight. */
  readonly isUsable: boolean;
  readonly days: { readonly from: string; readonly to: string };
  /** the months with aggregates from the first month of the period, in ascending order */
  readonly built: readonly string[];
}

const dayText = (time: string): string => `to_char(${time} at time zone $3, 'YYYY-MM-DD')`;
const isMidnight = (time: string): string => `(${time} at time zone $3)::time = '00:00'`;
const stateStatement = {
  name: 'insight-aggregate-state',
  text: `select s.zone is not distinct from $3 and ${isMidnight('p.lower')} and ${isMidnight('p.upper')} as "isUsable",
      ${dayText('p.lower')} as "from", ${dayText('p.upper')} as "to",
      array(select to_char(month, 'YYYY-MM-DD') from insight_built_months
        where ${isBuiltSql} and month >= date_trunc('month', p.lower at time zone $3) order by month) as built
    from insight_state s, (select $1::timestamptz as lower, $2::timestamptz as upper) p`,
};

/** Reads whether aggregates can answer a query for a period in a zone, and for which months there are some. */
export async function readAggregateState(
  connection: Connection,
  { from, to }: Pick<InsightSelection, 'from' | 'to'>,
  zone: string,
): Promise<AggregateState> {
  const [row] = await connection.query<Omit<AggregateState, 'days'> & AggregateState['days']>(stateStatement, [
    timestamp(from),
    timestamp(to),
    zone,
  ]);
  if (row === undefined) throw new Error('the table insight_state is empty');
  return { isUsable: row.isUsable, days: { from: row.from, to: row.to }, built: row.built };
}

/** Returns the first day of the month of a day. */
export const monthOf = (day: string): string => `${day.slice(0, -2)}01`;

/** Returns the first day of the next month. */
function nextMonthOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01`;
}

/** Divides days into complete months with aggregates, and the remaining ranges, in ascending order. */
export function partsOf({ from, to }: DayRange, built: readonly string[]): PeriodParts {
  const months = built.filter((month) => month >= from && (to === null || nextMonthOf(month) <= to));
  const ranges: DayRange[] = [];
  let start = from;
  for (const month of months) {
    if (start < month) ranges.push({ from: start, to: month });
    start = nextMonthOf(month);
  }
  if (to === null || start < to) ranges.push({ from: start, to });
  return { months, ranges };
}

const anyOf = <T>(query: Knex.QueryBuilder, items: readonly T[], add: (part: Knex.QueryBuilder, item: T) => void) =>
  query.where((condition) => {
    if (items.length === 0) condition.whereRaw('false');
    for (const item of items) condition.orWhere((part) => add(part, item));
  });

/** Restricts a column with a local day to ranges. */
export const whereDayIn = (query: Knex.QueryBuilder, column: string, ranges: readonly DayRange[]): Knex.QueryBuilder =>
  anyOf(query, ranges, (part, { from, to }) => {
    part.whereRaw(`${column} >= ?::date`, [from]);
    if (to !== null) part.whereRaw(`${column} < ?::date`, [to]);
  });

/** Restricts a column with a time to ranges of local days in a zone. */
export const whereTimeIn = (
  query: Knex.QueryBuilder,
  column: string,
  { ranges, zone }: { readonly ranges: readonly DayRange[]; readonly zone: string },
): Knex.QueryBuilder =>
  anyOf(query, ranges, (part, { from, to }) => {
    part.whereRaw(`${column} >= ?::timestamp at time zone ?`, [from, zone]);
    if (to !== null) part.whereRaw(`${column} < ?::timestamp at time zone ?`, [to, zone]);
  });

/** Restricts rows `r` of a table of months. */
export const whereMonthIn = (query: Knex.QueryBuilder, months: readonly string[]): Knex.QueryBuilder =>
  query.whereRaw('r.month = any (?::date[])', [[...months]]);

/** Unites queries with the same columns. */
export const unionAll = (queries: readonly Knex.QueryBuilder[]): Knex.Raw =>
  builder.raw(queries.map(() => '(?)').join(' union all '), [...queries]);
