import type { Knex } from 'knex';

/**
 * The keys with which something in this database is sealed: a known text for each, and so a process knows at its start
 * whether it has all of them. The version before this one knows `key_check` only, which stays for it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table seal_keys (
      -- as it stands in each sealed text
      id text primary key,
      sealed text not null,
      since timestamptz not null default now()
    );
    insert into seal_keys (id, sealed) select split_part(sealed, '.', 2), sealed from key_check;
  `);
}
