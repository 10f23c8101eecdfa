import type { Knex } from 'knex';

const comments = `
  create table comments (
    id text not null,
    archived boolean not null default false,
    release_id text not null,
    task_id text not null,
    text text not null,
    author text not null,
    date timestamptz not null,
    seq bigint not null generated always as identity
  ) partition by list (archived);
  create table live_comments partition of comments for values in (false);
  create table archived_comments partition of comments for values in (true);
  alter table live_comments add primary key (id);
  alter table archived_comments add primary key (id);
  create index comments_by_release on comments (release_id);
  create index comments_by_task on comments (task_id);
`;

const activities = `
  create table activities (
    release_id text not null,
    seq bigint not null generated always as identity,
    archived boolean not null default false,
    activity_type text not null,
    target_type text not null,
    target_id text not null,
    message text not null,
    username text not null,
    event_time timestamptz not null
  ) partition by list (archived);
  create table live_activities partition of activities for values in (false);
  create table archived_activities partition of activities for values in (true);
  alter table live_activities add primary key (release_id, seq);
  alter table archived_activities add primary key (release_id, seq);
`;

/**
 * The function is volatile, so it looks with a snapshot of its own: called in the statement that has just
 * locked a release, it also sees the gates that had that row locked until now (an SQL sub-select would not).
 */
const awaits = `
  create table awaits (
    release_id text not null,
    task_id text,
    kind text not null,
    purpose text,
    reference text not null,
    until timestamptz
  );
  create index awaits_by_release on awaits (release_id);
  create index awaits_by_reference on awaits (reference, kind);

  create function waiters_for(ids text[]) returns text[] language plpgsql volatile as $$
  begin
    return (select array_agg(distinct release_id) from awaits where reference = any (ids) and kind = 'target');
  end $$;
`;

/** Comments, the activity log (append only), and what releases wait for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(comments);
  await knex.raw(activities);
  await knex.raw(awaits);
}
