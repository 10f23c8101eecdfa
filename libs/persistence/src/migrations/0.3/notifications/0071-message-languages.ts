import type { Knex } from 'knex';

/** The language of messages to a channel of Slack or Microsoft Teams; null: that of the installation. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table event_subscriptions add column language text');
}
