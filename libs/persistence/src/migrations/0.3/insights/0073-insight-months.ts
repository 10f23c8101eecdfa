import type { Knex } from 'knex';

const categories = ['machine', 'people', 'dependency', 'capacity', 'schedule', 'failed', 'paused', 'other'];
/** Sums of a month, as in `insight_days`. Times are in milliseconds. */
const sums = [
  ...['completed', 'aborted', 'troubled', 'first_time_right', 'with_due_date', 'on_time'],
  ...['duration_n', 'duration_sum', 'start_n', 'start_sum', 'lead_n', 'lead_sum', 'variance_n', 'variance_sum'],
  ...['tasks', 'automated', 'categories_n', ...categories, ...categories.slice(0, 6).map((name) => `union_${name}`)],
];
const columns = (names: readonly string[]): string => names.map((name) => `${name} bigint not null`).join(', ');
/** The buckets of a sketch, in ascending order, and the number of values in each. */
const sketch = 'buckets integer[] not null, counts bigint[] not null';

/**
 * Aggregates of whole months, computed from the facts of releases that ended in them. A background job computes them,
 * newest first, when the month is over. A change of the facts of a month removes it from `insight_built_months`.
 */
const months = `
  create table insight_built_months (
    month date primary key,
    -- the number of its tables that are computed; each transaction computes one
    tables integer not null
  );
  create table insight_months (
    month date not null,
    folder_id text not null,
    template_id text not null,
    ${columns(sums)},
    primary key (month, folder_id, template_id)
  );
  create table insight_month_sketches (
    month date not null,
    -- an empty text for all folders
    folder_id text not null,
    metric text not null,
    ${sketch},
    primary key (month, folder_id, metric)
  );
  create table insight_month_tasks (
    month date not null,
    folder_id text not null,
    template_id text not null,
    task_key text not null,
    phase_title text not null,
    task_title text not null,
    task_type text not null,
    ${columns(['runs', 'n', 'duration_sum', 'failures', 'failed_runs', 'failed_sum'])},
    ${sketch},
    primary key (month, folder_id, template_id, task_key)
  );
  create table insight_month_waits (
    month date not null,
    folder_id text not null,
    source text not null,
    waiting_team text,
    awaited_team text,
    awaited_folder_id text,
    ${columns(['n', 'duration_sum'])},
    ${sketch}
  );
  create index insight_month_waits_by_folder on insight_month_waits (month, folder_id);
  create table insight_month_days (
    -- the month in which the releases ended
    month date not null,
    -- an empty text for all folders
    folder_id text not null,
    -- a day on which some of them started, ended, or began or ceased to run at noon
    day date not null,
    ${columns(['started', 'ended', 'failed', 'noon'])},
    primary key (month, folder_id, day)
  );
`;

/** The progress of a rebuild. Each transaction computes some days, from the newest to the oldest. */
const rebuild = `
  create table insight_rebuild (
    id boolean primary key default true check (id),
    zone text not null,
    -- 'days' sets the local days of facts after a change of the zone, 'sums' computes the aggregates of days
    step text not null,
    -- the days before this one are not done yet; null: none is done
    before date
  );
`;

/** Percentiles of the releases in some folders are read from this index only. */
const index = `
  create index insight_releases_of_folders on insight_releases (folder_id, ended_at)
    include (status, duration, time_to_start, lead_time, planned, template_id);
  drop index insight_releases_by_folder;
`;

export const parts = [
  {
    name: 'index of releases in folders',
    tables: ['insight_releases'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(index);
    },
  },
];

export async function up(knex: Knex): Promise<void> {
  for (const text of [months, rebuild]) await knex.raw(text);
}
