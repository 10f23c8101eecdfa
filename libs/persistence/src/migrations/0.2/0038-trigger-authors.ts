import type { Knex } from 'knex';

/**
 * Triggers know who has last saved or enabled them: whose rights they make releases by. Of those that were there before
 * nobody knows; they go on as they were until somebody saves or enables them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table triggers add author text');
}
