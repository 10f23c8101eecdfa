import type { Knex } from 'knex';

/**
 * Triggers store their author: the user who last saved or enabled them, whose permissions apply. The author of an
 * existing trigger is unknown; it continues as before until a user saves or enables it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table triggers add author text');
}
