import type { Knex } from 'knex';

/**
 * The releases without a user to run as that were there before tasks needed one to make releases: theirs make them as they
 * did. Templates are none of them: what is made from now on needs that user.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table unasked_creators (release_id text primary key);
    insert into unasked_creators
      select id from live_releases
        where rest ->> 'scriptUsername' is null and status not in ('TEMPLATE', 'COMPLETED', 'ABORTED')
    `);
}
