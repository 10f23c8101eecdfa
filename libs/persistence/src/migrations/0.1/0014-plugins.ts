import type { Knex } from 'knex';

/**
 * Installed plugins, as they were read from their jars. `content` keeps its order, which JSONB would not. Every change
 * counts up in `plugin_changes`, whose one row also makes changes follow each other.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table plugins (
      name text primary key,
      version text not null,
      checksum text not null,
      source text not null,
      content json not null,
      installed_at timestamptz not null default now(),
      -- null: found at a start
      installed_by text
    );

    create table plugin_types (
      type text primary key,
      plugin text not null references plugins on delete cascade
    );
    create index plugin_types_by_plugin on plugin_types (plugin);

    create table plugin_changes (
      only_one boolean primary key default true check (only_one),
      version bigint not null
    );
    insert into plugin_changes (version) values (1);
  `);
}
