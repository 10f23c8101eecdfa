import type { Knex } from 'knex';

/** What has finished, oldest first: a look for something to archive that finds nothing reads one page. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index finished_releases on live_releases (end_date) where status in ('COMPLETED', 'ABORTED')`);
}
