import type { Knex } from 'knex';

/**
 * The keys that encrypt values in this database, with a known text for each, so that a process checks at its start
 * whether it has all of them. The previous version reads `key_check` only, which stays for it.
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
