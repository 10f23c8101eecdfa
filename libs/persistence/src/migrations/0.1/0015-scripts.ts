import type { Knex } from 'knex';

/** The scripts that releases wait for, by the time from which they can be claimed; null: at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index awaited_scripts on awaits (until nulls first) where kind = 'script'`);
}
