import type { Knex } from 'knex';

/** The state of mail for administrators: suspended addresses, failed mails, and the last outcome of sending. */
export const parts = [
  {
    name: 'reasons of suspended addresses',
    tables: ['notification_preferences'],
    up: async (knex: Knex): Promise<void> => {
      // null: the address is not suspended, or an earlier version has suspended it
      await knex.raw(`
        alter table notification_preferences
          add column suspended_at timestamptz,
          add column suspended_reason text
      `);
    },
  },
  {
    name: 'failed mails',
    tables: ['notification_deliveries'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`
        create index failed_mails on notification_deliveries (state)
          where state in ('failed', 'dead') and channel = 'mail'
      `);
    },
  },
];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail_outcomes (
      kind text primary key check (kind in ('accepted', 'rejected')),
      at timestamptz not null,
      -- the reason of a rejection in one line; null: the mail was accepted
      reason text
    )
  `);
}
