import type { Knex } from 'knex';

/** The language of messages to chats, and the links for new passwords whose mails are not sent yet. */
export const parts = [
  {
    name: 'languages of receivers',
    tables: ['event_subscriptions'],
    up: async (knex: Knex): Promise<void> => {
      // null: that of the installation
      await knex.raw('alter table event_subscriptions add column language text');
    },
  },
  {
    name: 'mails of links',
    tables: ['password_resets'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`
        alter table password_resets
          -- encrypted, until the mail is sent; null: it was sent, or an earlier version sends it
          add column sealed_secret text,
          add column attempts integer not null default 0,
          -- the time of the next attempt; during an attempt the end of its lease
          add column next_at timestamptz;
        create index password_resets_to_send on password_resets (next_at) where sealed_secret is not null;
      `);
    },
  },
];

export async function up(): Promise<void> {}
