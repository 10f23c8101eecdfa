import type { Knex } from 'knex';

/**
 * Tokens and sessions, by which people log in without their password. Of either only a hash is kept. Names of users are in
 * lower case.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table personal_access_tokens (
      id text primary key,
      username text not null,
      note text not null,
      -- SHA-256 of its text, in base64url
      hash text not null unique,
      -- the only global permissions that count, and no team's; null: all that its owner may do
      permissions text[],
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      -- to the minute
      last_used_at timestamptz,
      last_used_from text,
      constraint token_note unique (username, note)
    );
    create table sessions (
      id text primary key,
      username text not null,
      -- SHA-256 of the value of its cookie, in base64url
      hash text not null unique,
      -- of its user when it began: it has ended when that is another
      credential_version int not null,
      begun_at timestamptz not null default now(),
      -- to the minute
      last_used_at timestamptz not null default now(),
      last_used_from text not null,
      -- what the browser says of itself
      agent text not null
    );
    create index sessions_by_user on sessions (username);
    create index sessions_by_age on sessions (begun_at);
  `);
}
