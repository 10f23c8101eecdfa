import type { Knex } from 'knex';

/** The format of the events of a webhook. */
export const parts = [
  {
    name: 'format of events',
    tables: ['event_subscriptions'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`alter table event_subscriptions add column format text not null default 'slipway'`);
    },
  },
];

export async function up(): Promise<void> {}
