import type { Knex } from 'knex';

/** The integrations that this installation has, and whether each is enabled. Their content is part of the product. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table integrations (
      name text primary key,
      enabled boolean not null,
      changed_at timestamptz not null default now(),
      -- null: unchanged since it was added
      changed_by text
    );

    create table integration_defaults (
      only_one boolean primary key default true check (only_one),
      -- whether the next integrations that are added are enabled: only the first ones of a new database
      enabled boolean not null
    );
    -- Each process that opens a database stores a row in key_check. A new database has none.
    insert into integration_defaults (enabled) select not exists (select from key_check);
  `);
}
