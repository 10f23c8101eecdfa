import type { Knex } from 'knex';

/**
 * The headers of an accepted delivery as they were sent, sealed, where what is kept of them is masked: filters see them
 * (decisions.md, Scripts) until everybody who listens was told, and then they are gone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table deliveries add sealed_headers text');
}
