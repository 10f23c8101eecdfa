import type { Knex } from 'knex';

/**
 * The number of claims without success: a release that cannot be woken is retried with exponential backoff. And an
 * index of the deliveries with large bodies: the deliveries of an endpoint are stored up to a number of bytes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table wake_claims add column tries int not null default 0;
    create index deliveries_large on deliveries (endpoint_id, seq) where octet_length(body) > 65536;
  `);
}
