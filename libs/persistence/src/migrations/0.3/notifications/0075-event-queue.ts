import type { Knex } from 'knex';

/**
 * A queue of the events whose deliveries are not created yet. A marker in the row of the event was expensive: each
 * change of it wrote the whole row again, and all its indexes. The column `pending` has no use any more. A later version
 * drops it.
 */
export const parts = [
  {
    name: 'queue of events',
    tables: ['events'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`
        create table event_queue (event_id text primary key);
        insert into event_queue select id from events where pending;
        drop index pending_events;
      `);
    },
  },
];

export async function up(): Promise<void> {}
