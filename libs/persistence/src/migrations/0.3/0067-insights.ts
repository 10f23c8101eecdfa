import type { Knex } from 'knex';

const categories = ['machine', 'people', 'dependency', 'capacity', 'schedule', 'failed', 'paused', 'other'];
const overlapping = categories.slice(0, 6).map((name) => `union_${name}`);
/** Sums of a day, which are never null. Times are in milliseconds. */
const sums = [
  ...['completed', 'aborted', 'troubled', 'first_time_right', 'with_due_date', 'on_time'],
  ...['duration_n', 'duration_sum', 'start_n', 'start_sum', 'lead_n', 'lead_sum', 'variance_n', 'variance_sum'],
  ...['tasks', 'automated', 'categories_n', ...categories, ...overlapping],
];
const columns = (names: readonly string[], type: string): string => names.map((name) => `${name} ${type}`).join(', ');

/**
 * Facts of ended releases, computed once. They are in one table and not in a partition for each year: its key is the id
 * of the release, which a partitioned table cannot enforce, and its queries use the indexes on folder and end date.
 */
const facts = `
  create table insight_releases (
    id text primary key,
    ended_at timestamptz not null,
    -- the local day of the end in the zone of reports, under which its aggregates are
    day date not null,
    folder_id text not null,
    template_id text,
    title text not null,
    status text not null,
    tags text[] not null,
    owner text,
    created_at timestamptz,
    started_at timestamptz,
    due_at timestamptz,
    planned bigint,
    duration bigint,
    time_to_start bigint,
    lead_time bigint,
    ${columns([...categories, ...overlapping], 'bigint')},
    tasks integer not null,
    automated integer not null,
    failures integer not null,
    has_failed boolean not null,
    restarts integer not null,
    max_risk integer not null
  );
  create index insight_releases_by_end on insight_releases (ended_at);
  create index insight_releases_by_folder on insight_releases (folder_id, ended_at);
  create index insight_releases_by_template on insight_releases (template_id, ended_at);
  create index insight_releases_by_tag on insight_releases using gin (tags);
  create table insight_tasks (
    release_id text not null,
    task_id text not null,
    ended_at timestamptz not null,
    day date not null,
    folder_id text not null,
    template_id text,
    phase_title text not null,
    task_title text not null,
    task_type text not null,
    team text,
    duration bigint,
    failures integer not null,
    failed_time bigint,
    primary key (release_id, task_id)
  );
  create index insight_tasks_by_folder on insight_tasks (folder_id, ended_at);
  create table insight_waits (
    release_id text not null,
    ended_at timestamptz not null,
    folder_id text not null,
    source text not null,
    waiting_team text,
    awaited_team text,
    awaited_release_id text,
    awaited_folder_id text,
    duration bigint not null
  );
  create index insight_waits_by_release on insight_waits (release_id);
  create index insight_waits_by_folder on insight_waits (folder_id, ended_at);
`;

/** The outbox: ended and deleted releases whose facts are not computed yet. */
const pending = `
  create table insight_pending (
    release_id text primary key,
    deleted boolean not null default false,
    at timestamptz not null default now()
  );
  create index insight_pending_by_time on insight_pending (at);
`;

const aggregates = `
  create table insight_days (
    day date not null,
    folder_id text not null,
    template_id text not null,
    ${columns(sums, 'bigint not null')},
    primary key (day, folder_id, template_id)
  );
  create table insight_task_days (
    day date not null,
    folder_id text not null,
    template_id text not null,
    -- a digest of phase title, task title and type, because titles can be too long for an index
    task_key text not null,
    phase_title text not null,
    task_title text not null,
    task_type text not null,
    ${columns(['runs', 'n', 'duration_sum', 'failures', 'failed_runs', 'failed_sum'], 'bigint not null')},
    primary key (day, folder_id, template_id, task_key)
  );
  create table insight_sketches (
    day date not null,
    folder_id text not null,
    template_id text not null,
    metric text not null,
    bucket integer not null,
    n bigint not null,
    primary key (day, folder_id, template_id, metric, bucket)
  );
`;

/** The progress of the background jobs. Categories were not recorded for releases that started before. */
const state = `
  create table insight_state (
    id boolean primary key default true check (id),
    recording_since timestamptz not null default now(),
    zone text,
    backfill_total bigint,
    backfill_done bigint not null default 0,
    backfill_end timestamptz not null default now(),
    backfill_id text not null default '',
    backfill_finished boolean not null default false,
    rebuild_requested boolean not null default false,
    rebuilt_at timestamptz,
    checked_at timestamptz not null default now(),
    mismatches integer not null default 0
  );
  insert into insight_state default values;
`;

const deployments = `
  create table insight_deployments (
    id text primary key,
    release_id text not null,
    task_id text,
    folder_id text not null,
    template_id text,
    application text,
    environment text,
    stage text,
    is_production boolean not null,
    created_at timestamptz,
    started_at timestamptz,
    ended_at timestamptz not null,
    failed_attempt boolean not null,
    kind text not null,
    commit_times timestamptz[],
    mark text,
    marked_by text,
    mark_comment text
  );
  create index insight_deployments_by_release on insight_deployments (release_id);
  create index insight_deployments_by_folder on insight_deployments (folder_id, ended_at);
  create table insight_incidents (
    folder_id text not null,
    id text not null,
    deployment_id text,
    started_at timestamptz,
    ended_at timestamptz,
    primary key (folder_id, id)
  );
  create index insight_incidents_by_deployment on insight_incidents (deployment_id);
`;

const perFolder = `
  create table insight_settings (
    folder_id text primary key references folders on delete cascade,
    deployment jsonb,
    production_stages text[] not null
  );
  create table dashboards (
    id text primary key,
    title text not null,
    folder_id text references folders on delete cascade,
    tiles jsonb not null,
    version integer not null default 1,
    changed_by text,
    changed_at timestamptz not null default now()
  );
  create index dashboards_by_folder on dashboards (folder_id);
`;

export const parts = [
  {
    name: 'settings and dashboards of folders',
    tables: ['folders'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(perFolder);
    },
  },
];

export async function up(knex: Knex): Promise<void> {
  for (const text of [facts, pending, aggregates, state, deployments]) await knex.raw(text);
}
