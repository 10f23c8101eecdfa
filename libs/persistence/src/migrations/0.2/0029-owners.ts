import type { Knex } from 'knex';

/** Releases are found by who owns them in any letter case, as names of people compare. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index releases_by_owner;
    create index releases_by_owner on releases (lower(owner));
  `);
}
