import type { Connection } from '../database/database.ts';
import { builder, runQuery } from '../search/search-filter.ts';
import { taskKeySql } from './aggregates.ts';
import { type InsightSelection, whereSelected } from './selection.ts';

/** The runs of a task of a template. Times are in milliseconds. */
export interface TaskRow {
  readonly templateId: string | null;
  readonly phaseTitle: string;
  readonly taskTitle: string;
  readonly taskType: string;
  readonly runs: number;
  /** the completed runs */
  readonly n: number;
  readonly percentiles: readonly [number, number] | null;
  readonly sum: number;
  /** the sum of the durations of all selected releases */
  readonly total: number;
  readonly failures: number;
  readonly failedRuns: number;
  readonly failedTime: number;
}

export type TaskOrder = 'slowest' | 'mostFailed';

const orderSql: Readonly<Record<TaskOrder, string>> = {
  slowest: 'sum desc, n desc',
  mostFailed: 'failures desc, "failedRuns" desc',
};

/** The order and the maximum number of tasks. */
export interface TaskPage {
  readonly order: TaskOrder;
  readonly limit: number;
}

type StoredRow = Omit<TaskRow, 'percentiles'> & { readonly percentiles: readonly number[] | null };

/** Reads the tasks with the longest or the most failed runs in selected releases. */
export async function readTaskRows(
  connection: Connection,
  selection: InsightSelection,
  { order, limit }: TaskPage,
): Promise<readonly TaskRow[]> {
  const selected = whereSelected(builder('insight_releases as r').select('r.id', 'r.status', 'r.duration'), selection);
  const query = builder.raw(
    `with s as materialized (?), total as (
      select coalesce(sum(duration), 0)::float8 as total from s where status = 'COMPLETED')
    select * from (
      select t.template_id as "templateId", t.phase_title as "phaseTitle", t.task_title as "taskTitle",
        t.task_type as "taskType", count(*)::int as runs, count(t.duration)::int as n,
        percentile_cont(array[0.5, 0.85]) within group (order by t.duration) as percentiles,
        coalesce(sum(t.duration), 0)::float8 as sum, (select total from total) as total,
        sum(t.failures)::int as failures, (count(*) filter (where t.failures > 0))::int as "failedRuns",
        coalesce(sum(t.failed_time), 0)::float8 as "failedTime"
      from s join insight_tasks t on t.release_id = s.id
      group by t.template_id, ${taskKeySql}, t.phase_title, t.task_title, t.task_type
    ) g where ${order === 'slowest' ? 'n > 0' : 'failures > 0'}
    order by ${orderSql[order]}, "taskTitle", "templateId" limit ?`,
    [selected, limit],
  );
  const rows = await runQuery<StoredRow>(connection, query);
  return rows.map(({ percentiles, ...row }) => {
    const [p50, p85] = percentiles ?? [];
    return { ...row, percentiles: p50 === undefined || p85 === undefined ? null : [p50, p85] };
  });
}
