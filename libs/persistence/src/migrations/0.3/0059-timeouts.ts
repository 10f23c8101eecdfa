import type { Knex } from 'knex';

/** Counts the timeouts of scripts for an event that is not processed: by trigger, task or event source. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table deliveries add timeouts jsonb');
}
