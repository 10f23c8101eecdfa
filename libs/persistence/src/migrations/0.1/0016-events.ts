import type { Knex } from 'knex';

/**
 * Triggers that listen to a webhook endpoint, which they outlive, and until when somebody is at work telling an
 * accepted delivery to them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table triggers add event_source text references configurations on delete set null;
    create index triggers_by_event_source on triggers (event_source) where event_source is not null;
    alter table deliveries add lease_until timestamptz;
  `);
}
