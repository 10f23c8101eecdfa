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

/**
 * Invitations of users who do not exist yet. Of the link only a hash is stored. An accepted or revoked invitation is
 * deleted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invitations (
      id text primary key,
      username text not null,
      full_name text,
      email text,
      -- SHA-256 of the secret in the link, in base64url
      hash text not null,
      invited_by text not null,
      -- the user who created it did not have the permission admin
      by_non_admin boolean not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create unique index invitations_by_name on invitations (lower(username));
    create index invitations_by_end on invitations (expires_at);
  `);
}
