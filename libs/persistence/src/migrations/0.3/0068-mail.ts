import type { Knex } from 'knex';

/** The mails for which tasks wait. Creating the index blocks writes shortly. It waits shortly for locks, and is retried. */
export const parts = [
  {
    name: 'awaited mails',
    tables: ['awaits'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`create index awaited_mails on awaits (until nulls first) where kind = 'mail'`);
    },
  },
];

export async function up(): Promise<void> {}
