import type { Knex } from 'knex';

/**
 * The releases without a run-as user from before create-release tasks required one: their tasks continue to create
 * releases. Templates are not included: new releases need a run-as user.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table unasked_creators (release_id text primary key);
    insert into unasked_creators
      select id from live_releases
        where rest ->> 'scriptUsername' is null and status not in ('TEMPLATE', 'COMPLETED', 'ABORTED')
    `);
}
