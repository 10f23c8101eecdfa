import type { Knex } from 'knex';

/**
 * How often what is due has been taken in vain: a release that cannot be woken is tried ever more seldom. And an index
 * of the deliveries with large bodies: those of an endpoint are kept up to a number of bytes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table wake_claims add column tries int not null default 0;
    create index deliveries_large on deliveries (endpoint_id, seq) where octet_length(body) > 65536;
  `);
}
