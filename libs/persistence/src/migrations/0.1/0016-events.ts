import type { Knex } from 'knex';

/** Triggers of a webhook endpoint, which they outlive, and the lease for dispatching an accepted delivery. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table triggers add event_source text references configurations on delete set null;
    create index triggers_by_event_source on triggers (event_source) where event_source is not null;
    alter table deliveries add lease_until timestamptz;
  `);
}
