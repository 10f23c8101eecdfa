import type { Knex } from 'knex';

/**
 * Triggers of plugins' types, which poll by a script. They have an index of their own: thousands of them that are due
 * cost a look for schedules nothing.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table triggers
      -- the type of a plugin; null for those that are built in
      add poller_type text,
      -- who polls at this moment, and until when he is believed to be at it
      add poll_holder text,
      add poll_until timestamptz,
      -- who has asked for the poll that is due; null where its time has come
      add poll_asked_by text;
    drop index due_triggers;
    create index due_triggers on triggers (next_fire_at) where next_fire_at is not null and poller_type is null;
    create index due_polls on triggers (next_fire_at) where next_fire_at is not null and poller_type is not null;
  `);
}
