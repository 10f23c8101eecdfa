import type { Knex } from 'knex';

/**
 * Settings of folders in documents that the product does not use yet: dashboards, patterns, notifications, versioning.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table kept_code (
      folder_id text not null references folders on delete cascade,
      kind text not null,
      title text not null,
      body jsonb not null,
      primary key (folder_id, kind, title)
    )
  `);
}
