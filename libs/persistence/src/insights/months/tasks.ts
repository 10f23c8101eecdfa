import type { Knex } from 'knex';
import type { Connection } from '../../database/database.ts';
import { builder, runQuery } from '../../search/search-filter.ts';
import { bucketOf } from '../measures.ts';
import type { InsightSelection } from '../selection.ts';
import type { TaskOrder, TaskPage, TaskRow } from '../task-rows.ts';
import {
  type AggregateState,
  type PeriodParts,
  partsOf,
  unionAll,
  whereDayIn,
  whereMonthIn,
  whereTimeIn,
} from './parts.ts';
import { addBuckets, percentilesIn, type Sketch } from './sketches.ts';
import { whereSelectedKey } from './sums.ts';

/** A query for tasks whose period has whole days of the zone of the aggregates. */
export interface TaskQuery {
  readonly selection: InsightSelection;
  readonly zone: string;
  readonly state: AggregateState;
}

/** Returns the number of runs of tasks in the selected releases. */
export async function countTaskRuns(connection: Connection, { selection, state }: TaskQuery): Promise<number> {
  const { months, ranges } = partsOf(state.days, state.built);
  const select = (table: string) => whereSelectedKey(builder(`${table} as r`).select('r.tasks'), selection);
  const parts = unionAll([
    whereMonthIn(select('insight_months'), months),
    whereDayIn(select('insight_days'), 'r.day', ranges),
  ]);
  const query = builder.raw('select coalesce(sum(tasks), 0)::float8 as count from (?) r', [parts]);
  const [row] = await runQuery<{ readonly count: number }>(connection, query);
  return row?.count ?? 0;
}

/** SQL for the sum of the durations of the selected releases. */
function totalDuration(selection: InsightSelection, { months, ranges }: PeriodParts): Knex.Raw {
  const select = (table: string) => whereSelectedKey(builder(`${table} as r`).select('r.duration_sum'), selection);
  const parts = unionAll([
    whereMonthIn(select('insight_months'), months),
    whereDayIn(select('insight_days'), 'r.day', ranges),
  ]);
  return builder.raw('select coalesce(sum(duration_sum), 0)::float8 from (?) r', [parts]);
}

const sums = ['runs', 'n', 'duration_sum', 'failures', 'failed_runs', 'failed_sum'];
const texts = ['phase_title', 'task_title', 'task_type'];
const orderSql: Readonly<Record<TaskOrder, string>> = {
  slowest: 'duration_sum desc, n desc',
  mostFailed: 'failures desc, failed_runs desc',
};

/** SQL for the tasks with the longest or the most failed runs, without percentiles. */
function topTasks({ selection }: TaskQuery, { months, ranges }: PeriodParts, { order, limit }: TaskPage): Knex.Raw {
  const columns = ['template_id', 'task_key', ...texts, ...sums].map((name) => `r.${name}`);
  const select = (table: string) => whereSelectedKey(builder(`${table} as r`).select(columns), selection);
  const parts = unionAll([
    whereMonthIn(select('insight_month_tasks'), months),
    whereDayIn(select('insight_task_days'), 'r.day', ranges),
  ]);
  return builder.raw(
    `select *, (row_number() over (order by ${orderSql[order]}, task_title, nullif(template_id, '')))::int as rank from (
      select template_id, task_key, ${texts.map((text) => `min(${text}) as ${text}`).join(', ')},
        ${sums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')}
      from (?) r group by template_id, task_key) g
    where ${order === 'slowest' ? 'n' : 'failures'} > 0
    order by rank limit ?`,
    [parts, limit],
  );
}

/** SQL for the buckets of the durations of tasks in \`top\`: from sketches of months, and from facts of other days. */
function sketchBuckets({ selection, zone }: TaskQuery, { months, ranges }: PeriodParts): Knex.Raw {
  const ofMonths = builder('insight_month_tasks as r')
    .joinRaw(
      'join top on top.template_id = r.template_id and top.task_key = r.task_key cross join lateral unnest(r.buckets, r.counts) as b (bucket, n)',
    )
    .select(builder.raw('top.rank, b.bucket, b.n'));
  const isEqual = ['phase_title', 'task_title', 'task_type'].map((name) => `top.${name} = r.${name}`).join(' and ');
  const ofDays = builder('insight_tasks as r')
    .joinRaw(`join top on top.template_id = coalesce(r.template_id, '') and ${isEqual}`)
    .select(builder.raw(`top.rank, ${bucketOf('r.duration / 1000.0')} as bucket, 1 as n`))
    .whereRaw('r.duration is not null');
  const withTemplates = { ...selection, templateIds: [] };
  return unionAll([
    whereMonthIn(whereSelectedKey(ofMonths, withTemplates), months),
    whereTimeIn(whereSelectedKey(ofDays, withTemplates), 'r.ended_at', { ranges, zone }),
  ]);
}

interface StoredTask extends Omit<TaskRow, 'percentiles'> {
  readonly buckets: readonly number[] | null;
  readonly counts: readonly number[] | null;
}

function estimatesOf(buckets: readonly number[], counts: readonly number[]): readonly [number, number] {
  const sketch: Sketch = new Map();
  addBuckets(sketch, buckets, counts);
  const { p50, p85 } = percentilesIn('duration', sketch);
  return [p50, p85];
}

/** Reads the tasks with the longest or the most failed runs from aggregates. Percentiles are estimates. */
export async function readTaskAggregates(
  connection: Connection,
  query: TaskQuery,
  page: TaskPage,
): Promise<readonly TaskRow[]> {
  const parts = partsOf(query.state.days, query.state.built);
  const rows = await runQuery<StoredTask>(
    connection,
    builder.raw(
      `with top as materialized (?), sketches as (
        select rank, array_agg(bucket) as buckets, array_agg(n) as counts
        from (select rank, bucket, sum(n)::int as n from (?) b group by 1, 2) c group by 1)
      select nullif(template_id, '') as "templateId", phase_title as "phaseTitle", task_title as "taskTitle",
        task_type as "taskType", runs::int, n::int, duration_sum::float8 as sum, (?) as total, failures::int,
        failed_runs::int as "failedRuns", failed_sum::float8 as "failedTime", buckets, counts
      from top left join sketches using (rank) order by rank`,
      [topTasks(query, parts, page), sketchBuckets(query, parts), totalDuration(query.selection, parts)],
    ),
  );
  return rows.map(({ buckets, counts, ...row }) => ({
    ...row,
    percentiles: buckets === null || counts === null ? null : estimatesOf(buckets, counts),
  }));
}
