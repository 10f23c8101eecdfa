import type { Knex } from 'knex';

/**
 * Configurations: connections, webhook endpoints and types of plugins. Secrets are encrypted in a column beside the
 * properties, by pointer (`/authentication/token`), with a mask in the properties. `path` is the address of a webhook
 * endpoint.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table configurations (
      id text primary key,
      type text not null,
      -- null: global
      folder_id text references folders on delete cascade,
      title text not null,
      properties jsonb not null,
      secrets jsonb not null default '{}',
      variable_mapping jsonb not null default '{}',
      path text,
      -- begins at the microsecond: what is deleted and made again under its old id never has an old version
      version bigint not null default extract(epoch from clock_timestamp()) * 1000000,
      constraint configuration_title unique nulls not distinct (folder_id, title),
      constraint webhook_path unique (path)
    );
    create index configurations_by_type on configurations (type, title);

    -- What holds for the whole installation, by name.
    create table settings (
      name text primary key,
      value jsonb not null
    );
  `);
}
