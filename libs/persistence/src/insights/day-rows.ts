import type { Knex } from 'knex';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { releasesSql } from '../database/statuses.ts';
import { builder, runQuery } from '../search/search-filter.ts';
import { dayEventsSql, hasFailedSql } from './months/day-events.ts';
import { type AggregateState, monthOf, partsOf, unionAll, whereMonthIn, whereTimeIn } from './months/parts.ts';
import { type InsightSelection, whereFolder, whereMatching } from './selection.ts';

/** The numbers of releases of a local day. */
export interface DayRow {
  /** `2026-05-01` */
  readonly day: string;
  readonly started: number;
  readonly ended: number;
  readonly failed: number;
  readonly runningAtNoon: number;
  readonly blackout: boolean;
}

/** The unfinished releases of a selection. */
function openReleases(selection: InsightSelection): Knex.QueryBuilder {
  const open = builder('live_releases as r')
    .select(builder.raw('r.folder_id, r.start_date as started, null::timestamptz as ended, false as failed'))
    .whereRaw(`r.status in ${releasesSql.active}`);
  return whereMatching(whereFolder(open, selection), selection, 'r.origin_template_id');
}

const endedColumns = `r.folder_id, r.started_at as started, r.ended_at as ended, ${hasFailedSql} as failed`;

/** The releases of a selection that ended after the start of its period, also after its end. */
function endedReleases(selection: InsightSelection): Knex.QueryBuilder {
  const ended = builder('insight_releases as r')
    .select(builder.raw(endedColumns))
    .where('r.ended_at', '>=', timestamp(selection.from));
  return whereMatching(whereFolder(ended, selection), selection, 'r.template_id');
}

const isInPeriod = (time: string): string => `${time} >= z.lower and ${time} < z.upper`;

/** The events of single releases. */
const eventsOf = (releases: readonly Knex.QueryBuilder[]): Knex.Raw =>
  builder.raw(`select day, started, ended, failed, noon from (${dayEventsSql('(?) r, z', 'z.tz', isInPeriod)}) e`, [
    unionAll(releases),
  ]);

/** The events of all releases of a selection, from facts. */
const factEvents = (selection: InsightSelection): Knex.Raw =>
  eventsOf([endedReleases(selection), openReleases(selection)]);

/** The same from the aggregates of months, and from facts of other days. The selection has folders only. */
function aggregateEvents(selection: InsightSelection, zone: string, state: AggregateState): Knex.Raw {
  const { visibility, folderId } = selection;
  const { months, ranges } = partsOf({ from: monthOf(state.days.from), to: null }, state.built);
  const isAll = visibility.scopes === null && folderId === null;
  const ofMonths = builder('insight_month_days as r').select('r.day', 'r.started', 'r.ended', 'r.failed', 'r.noon');
  whereMonthIn(whereFolder(ofMonths, { ...selection, visibility: { ...visibility, principals: [] } }), months)
    .whereRaw(isAll ? `r.folder_id = ''` : `r.folder_id <> ''`)
    .whereRaw('r.day < ?::date', [state.days.to]);
  const ofDays = builder('insight_releases as r').select(builder.raw(endedColumns));
  whereTimeIn(whereFolder(ofDays, selection), 'r.ended_at', { ranges, zone });
  return builder.raw('(?) union all (?)', [ofMonths, eventsOf([ofDays, openReleases(selection)])]);
}

/** How the numbers of days are computed: from facts, or from aggregates in this state. */
export interface DaySource {
  readonly zone: string;
  /** null: from facts */
  readonly state: AggregateState | null;
}

/**
 * Reads the numbers of each local day of a period. Releases that have not ended count as started and running. Days that
 * overlap a blackout of the folder, or one for everything, are marked.
 */
export async function readDayRows(
  connection: Connection,
  selection: InsightSelection,
  { zone, state }: DaySource,
): Promise<readonly DayRow[]> {
  const { from, to, folderId } = selection;
  const events = state === null ? factEvents(selection) : aggregateEvents(selection, zone, state);
  const query = builder.raw(
    `with z as (select ?::text as tz, ?::timestamptz as lower, ?::timestamptz as upper),
    days as (select d::date as day from z,
      generate_series(date_trunc('day', lower at time zone tz), (upper - interval '1 microsecond') at time zone tz, interval '1 day') d),
    sums as materialized (select day, sum(started) as started, sum(ended) as ended, sum(failed) as failed, sum(noon) as noon
      from (?) e group by day),
    noons as (select day, sum(noon) over (order by day) as n, lead(day) over (order by day) as until from sums)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sums.started, 0)::int as started,
      coalesce(sums.ended, 0)::int as ended, coalesce(sums.failed, 0)::int as failed,
      coalesce(noons.n, 0)::int as "runningAtNoon",
      exists (select from blackouts b, z where b.start_date < (d.day + 1)::timestamp at time zone z.tz
        and b.end_date > d.day::timestamp at time zone z.tz
        and (b.folder_id is null or b.folder_id in (select unnest(path) from folders where id = ?))) as blackout
    from days d left join sums using (day)
      left join noons on noons.day <= d.day and (noons.until is null or noons.until > d.day)
    order by d.day`,
    [zone, timestamp(from), timestamp(to), events, folderId],
  );
  return await runQuery<DayRow>(connection, query);
}
