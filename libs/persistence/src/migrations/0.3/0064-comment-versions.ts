import type { Knex } from 'knex';

/**
 * The version of a comment that its author can change, the time of its latest edit, and the users that it mentions. Comments of earlier versions of
 * the product have no version and never change, because it is unknown whether they belong to an action.
 */
export const parts = [
  {
    name: 'comments',
    tables: ['comments'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(
        'alter table comments add column version integer, add column edited_date timestamptz, add column mentions text[]',
      );
    },
  },
];

export async function up(): Promise<void> {}
