import type { Knex } from 'knex';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import { releasesSql } from '../database/statuses.ts';
import { builder, runQuery } from '../search/search-filter.ts';
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
    .select(builder.raw('r.start_date as started, null::timestamptz as ended, false as failed'))
    .whereRaw(`r.status in ${releasesSql.active}`);
  return whereMatching(whereFolder(open, selection), selection, 'r.origin_template_id');
}

/** The releases of a selection that ended after the start of its period, also after its end. */
function endedReleases(selection: InsightSelection): Knex.QueryBuilder {
  const ended = builder('insight_releases as r')
    .select(builder.raw(`r.started_at as started, r.ended_at as ended, r.has_failed or r.status = 'ABORTED' as failed`))
    .where('r.ended_at', '>=', timestamp(selection.from));
  return whereMatching(whereFolder(ended, selection), selection, 'r.template_id');
}

/** SQL for the first local day at whose noon an event counts: that of the event, or the next one after noon. */
const noonDay = (column: string): string =>
  `(${column} at time zone z.tz + interval '12 hours' - interval '1 microsecond')::date`;

/**
 * Reads the numbers of each local day of a period. Releases that have not ended count as started and running. Days that
 * overlap a blackout of the folder, or one for everything, are marked.
 */
export async function readDayRows(
  connection: Connection,
  selection: InsightSelection,
  zone: string,
): Promise<readonly DayRow[]> {
  const { from, to, folderId } = selection;
  const query = builder.raw(
    `with s as materialized (? union all ?), z as (select ?::text as tz, ?::timestamptz as lower, ?::timestamptz as upper),
    days as (select d::date as day from z,
      generate_series(date_trunc('day', lower at time zone tz), (upper - interval '1 microsecond') at time zone tz, interval '1 day') d),
    starts as (select (started at time zone z.tz)::date as day, count(*) as n from s, z where started >= z.lower and started < z.upper group by 1),
    ends as (select (ended at time zone z.tz)::date as day, count(*) as n, count(*) filter (where failed) as failed
      from s, z where ended < z.upper group by 1),
    steps as (select day, sum(n) as n from (
        select ${noonDay('started')} as day, 1 as n from s, z where started < z.upper
        union all select ${noonDay('ended')}, -1 from s, z where started is not null and ended < z.upper) e group by 1),
    noons as (select day, sum(n) over (order by day) as n, lead(day) over (order by day) as until from steps)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(starts.n, 0)::int as started, coalesce(ends.n, 0)::int as ended,
      coalesce(ends.failed, 0)::int as failed, coalesce(noons.n, 0)::int as "runningAtNoon",
      exists (select from blackouts b, z where b.start_date < (d.day + 1)::timestamp at time zone z.tz
        and b.end_date > d.day::timestamp at time zone z.tz
        and (b.folder_id is null or b.folder_id in (select unnest(path) from folders where id = ?))) as blackout
    from days d left join starts using (day) left join ends using (day)
      left join noons on noons.day <= d.day and (noons.until is null or noons.until > d.day)
    order by d.day`,
    [endedReleases(selection), openReleases(selection), zone, timestamp(from), timestamp(to), folderId],
  );
  return await runQuery<DayRow>(connection, query);
}
