import type { Knex } from 'knex';

/**
 * Keys that clients sent along with requests, and what these were answered. A row comes with the effect of its
 * request, in one transaction, so there is one effect at most; the answer follows. A day later the row goes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table idempotency_keys (
      -- a digest of the user, the method, the path and the key
      id text primary key,
      -- a digest of the query and the body
      fingerprint text not null,
      -- what the request changed or made, where that is a release
      release_id text,
      kept_at timestamptz not null default now(),
      -- null: the request was done, and is not answered yet
      status smallint,
      tag text,
      body text
    );
    create index idempotency_keys_by_age on idempotency_keys (kept_at);
  `);
}
