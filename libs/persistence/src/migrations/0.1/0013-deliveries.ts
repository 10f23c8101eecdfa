import type { Knex } from 'knex';

/**
 * Received requests of webhook endpoints, each stored before it is processed. Of the deliveries of an endpoint with
 * one key, at most one is accepted. An accepted one without `processed_at` has to be dispatched.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table deliveries (
      id text primary key,
      seq bigint not null generated always as identity,
      endpoint_id text not null references configurations on delete cascade,
      received_at timestamptz not null default clock_timestamp(),
      method text not null,
      path text not null,
      parameters jsonb not null,
      headers jsonb not null,
      body text not null,
      -- a digest of what the endpoint's key named
      deduplication_key text,
      replay_of text,
      -- null: it is being judged, or nobody was left to judge it
      verdict text,
      reason text,
      status smallint,
      duration_ms double precision,
      duplicate_of text,
      processed_at timestamptz,
      results jsonb not null default '[]'
    );
    create unique index deliveries_by_endpoint on deliveries (endpoint_id, seq);
    create unique index delivery_key on deliveries (endpoint_id, deduplication_key)
      where verdict = 'ACCEPTED' and deduplication_key is not null;
    create index deliveries_unprocessed on deliveries (seq) where verdict = 'ACCEPTED' and processed_at is null;
  `);
}
