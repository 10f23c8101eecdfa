import type { Knex } from 'knex';

/**
 * Of an event source: the webhook endpoint whose deliveries it converts. It outlives that endpoint. Before, event
 * triggers received the requests.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table configurations add event_source text references configurations on delete set null;
    create index configurations_by_event_source on configurations (event_source) where event_source is not null;
    update triggers set definition = definition || '{"eventType": "events.HttpRequestEvent"}'
      where type = 'events.EventBasedTrigger';
  `);
}
