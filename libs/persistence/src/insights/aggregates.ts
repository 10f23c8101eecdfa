import { measures } from '@slipway/domain/insights';
import { factSum, sketchRows } from './measures.ts';

/** A table with sums of facts by key. */
export interface Aggregate {
  readonly table: string;
  readonly key: readonly string[];
  /** Columns that follow from the key. */
  readonly texts: readonly string[];
  readonly sums: readonly string[];
  /** Returns SQL for the rows of facts in `from`, ordered by key, so that concurrent changes do not deadlock. */
  rows(from: string): string;
}

const days: Aggregate = {
  table: 'insight_days',
  key: ['day', 'folder_id', 'template_id'],
  texts: [],
  sums: measures,
  rows: (from) => `select day, folder_id, coalesce(template_id, '') as template_id,
      ${measures.map((measure) => `${factSum(measure)} as ${measure}`).join(', ')}
    from ${from} group by 1, 2, 3 order by 1, 2, 3`,
};

const sketches: Aggregate = {
  table: 'insight_sketches',
  key: ['day', 'folder_id', 'template_id', 'metric', 'bucket'],
  texts: [],
  sums: ['n'],
  rows: (from) => `select day, folder_id, coalesce(template_id, '') as template_id, v.metric, v.bucket, count(*) as n
    from ${from}, lateral (values ${sketchRows}) v (metric, bucket)
    where v.bucket is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
};

/** SQL for the digest of the phase title, task title and type of rows of `insight_tasks`. */
export const taskKeySql = `md5(phase_title || chr(1) || task_title || chr(1) || task_type)`;

const taskDays: Aggregate = {
  table: 'insight_task_days',
  key: ['day', 'folder_id', 'template_id', 'task_key'],
  texts: ['phase_title', 'task_title', 'task_type'],
  sums: ['runs', 'n', 'duration_sum', 'failures', 'failed_runs', 'failed_sum'],
  rows: (from) => `select day, folder_id, coalesce(template_id, '') as template_id, ${taskKeySql} as task_key,
      phase_title, task_title, task_type, count(*) as runs, count(duration) as n,
      coalesce(sum(duration), 0) as duration_sum, sum(failures) as failures,
      count(*) filter (where failures > 0) as failed_runs, coalesce(sum(failed_time), 0) as failed_sum
    from ${from} group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4`,
};

export const releaseAggregates: readonly Aggregate[] = [days, sketches];
export const taskAggregates: readonly Aggregate[] = [taskDays];
export const allAggregates: readonly (Aggregate & { readonly facts: string })[] = [
  { ...days, facts: 'insight_releases' },
  { ...sketches, facts: 'insight_releases' },
  { ...taskDays, facts: 'insight_tasks' },
];

/** SQL that adds the facts in `from` to an aggregate. */
export function addSql({ table, key, texts, sums, rows }: Aggregate, from: string): string {
  const columns = [...key, ...texts, ...sums];
  return `insert into ${table} as d (${columns.join(', ')}) select ${columns.join(', ')} from (${rows(from)}) v
    on conflict (${key.join(', ')}) do update set ${sums.map((sum) => `${sum} = d.${sum} + excluded.${sum}`).join(', ')}`;
}

/** SQL that subtracts the facts in `from` from an aggregate. */
export const subtractSql = ({ table, key, sums, rows }: Aggregate, from: string): string =>
  `update ${table} d set ${sums.map((sum) => `${sum} = d.${sum} - v.${sum}`).join(', ')}
    from (${rows(from)}) v where ${key.map((column) => `d.${column} = v.${column}`).join(' and ')}`;

/** Parts of a statement that change aggregates by the facts of its part `f`. */
export const aggregateParts = (aggregates: readonly Aggregate[], sql: typeof addSql | typeof subtractSql): string =>
  aggregates.map((aggregate, index) => `a${index} as (${sql(aggregate, 'f')})`).join(', ');

/** Months whose facts `f` change lose their aggregates until the background job computes them again. */
export const changedMonths = `delete from insight_built_months
  where month in (select date_trunc('month', f.day::timestamp)::date from f)`;
