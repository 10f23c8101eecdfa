import { measures } from '@slipway/domain/insights';
import { taskKeySql } from '../aggregates.ts';
import { bucketOf, factSum, sketchRows } from '../measures.ts';
import { dayEventsSql, hasFailedSql } from './day-events.ts';

/** A table with aggregates of whole months. */
export interface MonthTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** SQL for its rows of the month `$1` in the zone `$2`, from the facts. */
  readonly rows: string;
}

const instant = (date: string): string => `(${date})::timestamp at time zone $2::text`;
/** SQL for a condition on facts that ended in the month. */
const isInMonth = `ended_at >= ${instant('$1::date')} and ended_at < ${instant(`$1::date + interval '1 month'`)}`;
const facts = (table: string): string => `(select * from ${table} where ${isInMonth}) f`;

/** SQL for the sketch of rows with a bucket and the number of its values, or a null bucket. */
const sketchSql = (n: string): string =>
  ['bucket', n]
    .map((column) => `coalesce(array_agg(${column} order by bucket) filter (where bucket is not null), '{}')`)
    .join(', ');

const sums: MonthTable = {
  table: 'insight_months',
  columns: ['month', 'folder_id', 'template_id', ...measures],
  rows: `select $1::date, folder_id, coalesce(template_id, ''), ${measures.map(factSum).join(', ')}
    from ${facts('insight_releases')} group by 2, 3`,
};

const sketches: MonthTable = {
  table: 'insight_month_sketches',
  columns: ['month', 'folder_id', 'metric', 'buckets', 'counts'],
  rows: `select $1::date, folder_id, metric, ${sketchSql('n')} from (
      select coalesce(f.folder_id, '') as folder_id, v.metric, v.bucket, count(*) as n
      from ${facts('insight_releases')}, lateral (values ${sketchRows}) v (metric, bucket) where v.bucket is not null
      group by grouping sets ((f.folder_id, v.metric, v.bucket), (v.metric, v.bucket))) b
    group by 2, 3`,
};

const tasks: MonthTable = {
  table: 'insight_month_tasks',
  columns: [
    ...['month', 'folder_id', 'template_id', 'task_key', 'phase_title', 'task_title', 'task_type'],
    ...['runs', 'n', 'duration_sum', 'failures', 'failed_runs', 'failed_sum', 'buckets', 'counts'],
  ],
  rows: `select $1::date, folder_id, template_id, ${taskKeySql}, phase_title, task_title, task_type, sum(runs),
      sum(n), sum(duration_sum), sum(failures), sum(failed_runs), sum(failed_sum), ${sketchSql('n')}
    from (
      select folder_id, coalesce(template_id, '') as template_id, phase_title, task_title, task_type,
        case when duration is not null then ${bucketOf('duration / 1000.0')} end as bucket, count(*) as runs,
        count(duration) as n, coalesce(sum(duration), 0) as duration_sum, sum(failures) as failures,
        count(*) filter (where failures > 0) as failed_runs, coalesce(sum(failed_time), 0) as failed_sum
      from ${facts('insight_tasks')} group by 1, 2, 3, 4, 5, 6) b
    group by 2, 3, 4, 5, 6, 7`,
};

const waits: MonthTable = {
  table: 'insight_month_waits',
  columns: [
    ...['month', 'folder_id', 'source', 'waiting_team', 'awaited_team', 'awaited_folder_id'],
    ...['n', 'duration_sum', 'buckets', 'counts'],
  ],
  rows: `select $1::date, folder_id, source, waiting_team, awaited_team, awaited_folder_id, sum(n), sum(duration_sum),
      ${sketchSql('n')}
    from (
      select folder_id, source, waiting_team, awaited_team, awaited_folder_id, ${bucketOf('duration / 1000.0')} as bucket,
        count(*) as n, sum(duration) as duration_sum
      from ${facts('insight_waits')} group by 1, 2, 3, 4, 5, 6) b
    group by 2, 3, 4, 5, 6`,
};

const days: MonthTable = {
  table: 'insight_month_days',
  columns: ['month', 'folder_id', 'day', 'started', 'ended', 'failed', 'noon'],
  rows: `select $1::date, coalesce(folder_id, ''), day, sum(started), sum(ended), sum(failed), sum(noon)
    from (${dayEventsSql(
      `(select folder_id, started_at as started, ended_at as ended, ${hasFailedSql} as failed
        from insight_releases r where ${isInMonth}) r`,
      '$2::text',
    )}) e
    group by grouping sets ((folder_id, day), (day))`,
};

export const monthTables: readonly MonthTable[] = [sums, sketches, tasks, waits, days];

/** SQL for whether all tables of a month in `insight_built_months` are computed. */
export const isBuiltSql = `tables = ${monthTables.length}`;
