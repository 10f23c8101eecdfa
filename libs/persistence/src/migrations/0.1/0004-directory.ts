import type { Knex } from 'knex';

/** Blackouts, variables that releases share, and users. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table blackouts (
      id text primary key,
      label text not null,
      start_date timestamptz not null,
      end_date timestamptz not null check (end_date > start_date),
      -- null: for everything
      folder_id text references folders on delete cascade
    );
    create index blackouts_by_end on blackouts (end_date);

    create table shared_variables (
      id text primary key,
      -- null: global
      folder_id text references folders on delete cascade,
      key text not null,
      variable jsonb not null,
      constraint shared_variable_key unique nulls not distinct (folder_id, key)
    );

    create table users (
      username text primary key,
      password_hash text,
      -- goes up when a login that was good before must be checked again
      credential_version integer not null default 1,
      full_name text,
      email text,
      login_allowed boolean not null default true,
      last_active timestamptz
    );
  `);
}
