import type { Knex } from 'knex';

/** When the lines of a script output began, as pairs of a line and a time. Earlier outputs have no times. */
export const parts = [
  {
    name: 'line times of comments',
    tables: ['comments'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw('alter table comments add column line_times jsonb');
    },
  },
];

export async function up(): Promise<void> {}
