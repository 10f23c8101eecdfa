import type { Knex } from 'knex';

/**
 * Claims find the due deliveries of each receiver separately, so that the waiting deliveries of one receiver do not
 * delay the search for those of others. The end of a lease has its own column without an index, so that a claim writes
 * no index.
 */
export const parts = [
  {
    name: 'claims of each receiver',
    tables: ['notification_deliveries'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`
        -- until when a process sends the delivery
        alter table notification_deliveries add column lease_until timestamptz;
        drop index due_deliveries;
        create index due_to_receivers on notification_deliveries (recipient, next_at)
          where state in ('pending', 'held') and channel <> 'mail';
        create index due_mails on notification_deliveries (next_at)
          where state in ('pending', 'held') and channel = 'mail';
      `);
    },
  },
  {
    name: 'ordered ids of events',
    tables: ['events'],
    up: async (knex: Knex): Promise<void> => {
      // Inserts write the last pages of an index instead of random ones.
      await knex.raw(`alter table events alter column id set default 'Event' || replace(uuidv7()::text, '-', '')`);
    },
  },
];

export async function up(): Promise<void> {}
