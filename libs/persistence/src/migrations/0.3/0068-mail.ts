import type { Knex } from 'knex';

/** An index for the mails for which tasks wait. Creating the index blocks writes shortly. It waits shortly for locks, and is retried. */
export const parts = [
  {
    name: 'awaited mails',
    tables: ['awaits'],
    up: async (knex: Knex): Promise<void> => {
      await knex.raw(`create index awaited_mails on awaits (until nulls first) where kind = 'mail'`);
    },
  },
];

/** Requested links to choose a new password. Of each link only a hash is stored. A used link is deleted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table password_resets (
      id text primary key,
      username text not null,
      -- SHA-256 of the secret in the link, in base64url
      hash text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index password_resets_by_name on password_resets (lower(username), created_at);
    create index password_resets_by_end on password_resets (expires_at);
  `);
}
