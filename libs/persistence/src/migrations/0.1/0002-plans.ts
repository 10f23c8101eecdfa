import type { Knex } from 'knex';

const queryStart = `coalesce(start_date, scheduled_start_date, 'infinity')`;
const queryEnd = `coalesce(end_date, due_date, 'infinity')`;

const releases = `
  create table releases (
    id text not null,
    archived boolean not null default false,
    version bigint not null default 1,
    folder_id text not null references folders,
    status text not null,
    title text not null,
    owner text,
    scheduled_start_date timestamptz,
    due_date timestamptz,
    planned_duration bigint,
    start_date timestamptz,
    end_date timestamptz,
    flag_status text not null,
    real_flag_status text not null,
    tags text[] not null,
    auto_start boolean not null,
    abort_on_failure boolean not null,
    origin_template_id text,
    started_from_task_id text,
    risk_score integer not null,
    total_risk_score integer not null,
    -- the rest of what rules read, where it differs from the blank release
    rest jsonb not null,
    variables jsonb not null,
    variable_ids text[],
    next_wake_at timestamptz,
    -- what no rule reads, where it differs from the blank release
    passive jsonb not null,
    -- no date is a date that has not come: open plans overlap every time frame that reaches into the future;
    -- virtual, since stored ones cost each update of a release 30 µs, and never null
    query_start timestamptz generated always as (${queryStart}) virtual,
    query_end timestamptz generated always as (${queryEnd}) virtual
  ) partition by list (archived);
  create table live_releases partition of releases for values in (false) with (fillfactor = 70);
  create table archived_releases partition of releases for values in (true);
  alter table live_releases add primary key (id);
  alter table archived_releases add primary key (id);
`;

const phases = `
  create table phases (
    id text not null,
    archived boolean not null default false,
    release_id text not null,
    position integer not null,
    title text not null,
    owner text,
    status text not null,
    scheduled_start_date timestamptz,
    due_date timestamptz,
    planned_duration bigint,
    start_date timestamptz,
    end_date timestamptz,
    flag_status text not null,
    color text not null,
    overdue_notified boolean not null,
    origin_id text,
    passive jsonb not null
  ) partition by list (archived);
  create table live_phases partition of phases for values in (false) with (fillfactor = 80);
  create table archived_phases partition of phases for values in (true);
  alter table live_phases add primary key (id);
  alter table archived_phases add primary key (id);
  create index phases_by_release on phases (release_id);
`;

/** No foreign key from tasks to releases: one module owns both, and the check costs on every insert. */
const tasks = `
  create table tasks (
    id text not null,
    archived boolean not null default false,
    release_id text not null,
    phase_id text not null,
    parent_id text,
    position integer not null,
    origin_id text,
    type text not null,
    title text not null,
    status text not null,
    owner text,
    team text,
    scheduled_start_date timestamptz,
    due_date timestamptz,
    planned_duration bigint,
    start_date timestamptz,
    end_date timestamptz,
    flag_status text not null,
    -- the rest of the definition and of what ran, where it differs from the blank task; null where nothing does
    definition jsonb,
    run jsonb,
    before_run jsonb,
    -- ids of conditions and dependencies, null where there are none
    part_ids text[],
    passive jsonb not null,
    before_passive jsonb
  ) partition by list (archived);
  create table live_tasks partition of tasks for values in (false) with (fillfactor = 70);
  create table archived_tasks partition of tasks for values in (true);
  alter table live_tasks add primary key (id);
  alter table archived_tasks add primary key (id);
  create index tasks_by_release on tasks (release_id);
`;

/**
 * An index on a column that changes in the flow would end heap-only updates of its table. Status and
 * dates of a release change a few times in its life; a task's run columns have no index at all.
 */
const indexes = `
  create extension if not exists pg_trgm;
  create index releases_by_title on releases using gin (title gin_trgm_ops);
  create index releases_by_tag on releases using gin (tags);
  create index releases_by_folder on releases (folder_id);
  create index releases_by_owner on releases (owner);
  create index releases_by_status on releases (status);
  create index releases_in_start_order on releases (${queryStart}, id) where status <> 'TEMPLATE';
  create index releases_in_end_order on releases (${queryEnd}, id) where status <> 'TEMPLATE';
  create index releases_in_risk_order on releases (risk_score, total_risk_score, id) where status <> 'TEMPLATE';
  create index releases_in_title_order on releases (lower(left(title, 200)), id) where status <> 'TEMPLATE';
  create index templates_in_title_order on releases (lower(left(title, 200)), id) where status = 'TEMPLATE';
  create index flagged_releases on releases (real_flag_status) where real_flag_status <> 'OK';
  create index releases_by_variable on releases using gin (variable_ids) where variable_ids is not null;
  create index due_releases on live_releases (next_wake_at) where next_wake_at is not null;
  create index releases_made_by_tasks on live_releases (status) where started_from_task_id is not null;
  create index tasks_by_tag on tasks using gin ((passive -> 'tags') jsonb_path_ops) where passive ? 'tags';
  create index tasks_by_part on tasks using gin (part_ids) where part_ids is not null;
`;

/**
 * Releases with their phases and tasks, live and archived ones in partitions of the same tables. Keys belong to
 * the partitions: a row is in one of them, and a key over both would have to hold `archived` too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(releases);
  await knex.raw(phases);
  await knex.raw(tasks);
  // knex reads a question mark as a binding unless it is escaped
  await knex.raw(indexes.replaceAll('?', '\\?'));
}
