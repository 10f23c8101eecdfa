import type { Knex } from 'knex';

/** The scripts that releases wait for, by the moment from which somebody may take them up; null: from the first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index awaited_scripts on awaits (until nulls first) where kind = 'script'`);
}
