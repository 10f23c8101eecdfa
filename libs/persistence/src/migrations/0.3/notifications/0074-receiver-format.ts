import type { Knex } from 'knex';

/** The format of the events of a webhook. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table event_subscriptions add column format text not null default 'slipway'`);
}
