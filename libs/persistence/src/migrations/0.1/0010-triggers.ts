import type { Knex } from 'knex';

/**
 * Triggers with their run history. A trigger outlives its template, so that the history remains and shows the reason.
 * It is deleted with its folder. The running releases of a trigger have rows of their own. These are few, because each
 * count deletes the ended ones.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table triggers (
      id text primary key,
      version bigint not null default floor(extract(epoch from clock_timestamp()) * 1000000),
      type text not null,
      title text not null,
      enabled boolean not null,
      folder_id text not null references folders on delete cascade,
      template_id text references live_releases on delete set null,
      definition jsonb not null,
      -- where the seconds of a repeating schedule are counted from
      anchor timestamptz not null,
      -- the scheduled time that is owed next; null while it is disabled
      next_fire_at timestamptz,
      -- how many releases it has made
      fires bigint not null default 0,
      last_run_date timestamptz,
      last_run_status text,
      -- after an error that nobody foresaw: how many in a row, and when it is tried again
      failures integer not null default 0,
      retry_at timestamptz
    );
    create index due_triggers on triggers (next_fire_at) where next_fire_at is not null;
    create index triggers_by_folder on triggers (folder_id);
    create index triggers_by_template on triggers (template_id);

    create table trigger_runs (
      seq bigint generated always as identity primary key,
      trigger_id text not null references triggers on delete cascade,
      -- what it fired for: once only
      occasion text not null,
      scheduled_at timestamptz,
      fired_at timestamptz not null,
      outcome text not null,
      reason text,
      release_id text,
      release_title text,
      username text not null,
      constraint trigger_occasion unique (trigger_id, occasion)
    );
    create index trigger_runs_by_trigger on trigger_runs (trigger_id, seq);

    create table triggered_releases (
      release_id text primary key,
      trigger_id text not null,
      template_id text not null
    );
    create index triggered_releases_by_trigger on triggered_releases (trigger_id);
    create index triggered_releases_by_template on triggered_releases (template_id);
  `);
}
