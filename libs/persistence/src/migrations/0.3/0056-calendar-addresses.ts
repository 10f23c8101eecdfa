import type { Knex } from 'knex';

/** Addresses of calendars of a person. Of each only a hash is kept. Names of users are in lower case. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table calendar_addresses (
      id text primary key,
      username text not null,
      -- of the folder that it shows; null: what is this person's own
      folder_id text,
      -- SHA-256 of what stands in the address, in base64url
      hash text not null unique,
      -- it was made under a password that somebody else has set, who had not the permission to everything
      of_other boolean not null,
      created_at timestamptz not null default now()
    );
    create index calendar_addresses_by_user on calendar_addresses (username);
  `);
}
