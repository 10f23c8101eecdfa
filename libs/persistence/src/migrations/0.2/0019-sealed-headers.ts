import type { Knex } from 'knex';

/**
 * The original headers of an accepted delivery, encrypted, if the stored ones are masked. Filters read them
 * (compatibility.md, Scripts) until the delivery is dispatched, and then they are deleted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table deliveries add sealed_headers text');
}
