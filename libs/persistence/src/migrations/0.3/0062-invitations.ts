import type { Knex } from 'knex';

/** Users who must choose a new password before they can send any other request. */
export const parts = [
  {
    name: 'users',
    tables: ['users'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw('alter table users add column must_change_password boolean not null default false');
    },
  },
];

export async function up(): Promise<void> {}
