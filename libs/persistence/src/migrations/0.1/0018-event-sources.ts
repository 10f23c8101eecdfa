import type { Knex } from 'knex';

/**
 * Of an event source: the webhook endpoint whose deliveries it makes events of; it outlives that endpoint. What event
 * triggers heard before were the requests themselves.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table configurations add event_source text references configurations on delete set null;
    create index configurations_by_event_source on configurations (event_source) where event_source is not null;
    update triggers set definition = definition || '{"eventType": "events.HttpRequestEvent"}'
      where type = 'events.EventBasedTrigger';
  `);
}
