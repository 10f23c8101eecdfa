import type { Knex } from 'knex';

/** The users who receive a weekly mail of a dashboard. `next_at` is the durable timer of the next mail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table dashboard_subscriptions (
      dashboard_id text not null references dashboards on delete cascade,
      -- in lower case
      username text not null,
      weekday text not null,
      -- HH:MM in local time
      time text not null,
      time_zone text not null,
      next_at timestamptz not null,
      primary key (dashboard_id, username)
    );
    create index due_weekly_mails on dashboard_subscriptions (next_at);
    create index weekly_mails_by_user on dashboard_subscriptions (username);
  `);
}
