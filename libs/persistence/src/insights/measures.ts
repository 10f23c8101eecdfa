import type { Measure, PercentileValue } from '@slipway/domain/insights';

const isCompleted = `status = 'COMPLETED'`;
const hasVariance = `${isCompleted} and planned > 0 and duration is not null`;
const when = (condition: string, value = '1'): string => `case when ${condition} then ${value} else 0 end`;
/** The time in a category counts for completed releases, like all durations. */
const time = (column: string): string => when(`${isCompleted} and ${column} is not null`, column);

/** SQL for the value of each measure of one row of `insight_releases`; the sum over rows is the measure. */
const valueSql: Readonly<Record<Measure, string>> = {
  completed: when(isCompleted),
  aborted: when(`status = 'ABORTED'`),
  troubled: when('has_failed'),
  first_time_right: when(`${isCompleted} and failures = 0`),
  with_due_date: when('due_at is not null'),
  on_time: when('due_at is not null and ended_at <= due_at'),
  duration_n: when(`${isCompleted} and duration is not null`),
  duration_sum: time('duration'),
  start_n: when(`${isCompleted} and time_to_start is not null`),
  start_sum: time('time_to_start'),
  lead_n: when(`${isCompleted} and lead_time is not null`),
  lead_sum: time('lead_time'),
  variance_n: when(hasVariance),
  // in millionths, so that sums of days equal sums of releases
  variance_sum: when(hasVariance, 'round((duration - planned) * 1000000.0 / planned)::bigint'),
  tasks: 'tasks',
  automated: 'automated',
  categories_n: when(`${isCompleted} and machine is not null`),
  machine: time('machine'),
  people: time('people'),
  dependency: time('dependency'),
  capacity: time('capacity'),
  schedule: time('schedule'),
  failed: time('failed'),
  paused: time('paused'),
  other: time('other'),
  union_machine: time('union_machine'),
  union_people: time('union_people'),
  union_dependency: time('union_dependency'),
  union_capacity: time('union_capacity'),
  union_schedule: time('union_schedule'),
  union_failed: time('union_failed'),
};

/** SQL for the sum of a measure over rows of `insight_releases`. */
export const factSum = (measure: Measure): string => `coalesce(sum(${valueSql[measure]}), 0)`;

/** SQL for a value whose percentiles are computed; null for releases without it. The variance is a ratio. */
export const percentileSql: Readonly<Record<PercentileValue, string>> = {
  duration: `case when ${isCompleted} then duration end`,
  time_to_start: `case when ${isCompleted} then time_to_start end`,
  lead_time: `case when ${isCompleted} then lead_time end`,
  variance: `case when ${hasVariance} then (duration - planned)::float8 / planned end`,
};

/**
 * SQL for the positive value that a sketch counts, in seconds. A sketch has no negative values, so that of the variance
 * counts the duration as thousandths of the planned duration.
 */
const sketchValues: Readonly<Record<PercentileValue, string>> = {
  duration: `(${percentileSql.duration}) / 1000.0`,
  time_to_start: `(${percentileSql.time_to_start}) / 1000.0`,
  lead_time: `(${percentileSql.lead_time}) / 1000.0`,
  variance: `case when ${hasVariance} then duration * 1000.0 / planned end`,
};

/** The ratio of the bounds of a bucket. The relative error of the middle is at most 1 %. */
const gammaSql = '(1.01 / 0.99)::float8';
/** SQL for the bucket of a positive value in seconds. */
export const bucketOf = (value: string): string =>
  `case when (${value}) < 1 then 0 else ceil(ln((${value})::float8) / ln(${gammaSql}))::integer end`;

/** SQL for rows with the name and the bucket of each sketch, or a null bucket. */
export const sketchRows = Object.entries(sketchValues)
  .map(([name, value]) => `('${name}', case when (${value}) is not null then ${bucketOf(value)} end)`)
  .join(', ');
