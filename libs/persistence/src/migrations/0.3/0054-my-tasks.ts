import type { Knex } from 'knex';

/**
 * Indexes for the open tasks of a user. None contains a column that changes during the flow, so that completing a task
 * remains an update within its page. Creating one blocks writes of tasks: half a second for a million tasks. It waits
 * shortly for locks, and is retried.
 */
const indexes = {
  live_tasks_by_owner: '(lower(owner)) where owner is not null',
  live_tasks_by_team: '(team) where team is not null',
  live_tasks_asking: "(release_id) where definition \\? 'approvalRequirements'",
};

export const parts = Object.entries(indexes).map(([name, definition]) => ({
  name,
  tables: [],
  up: async (knex: Knex): Promise<void> => {
    // The server's own workers end after a lock wait of a second, in a mode that blocks no other transaction.
    await knex.raw("set local lock_timeout = '10s'");
    await knex.raw('lock table live_tasks in share update exclusive mode');
    await knex.raw("set local lock_timeout = '1s'");
    await knex.raw(`create index ${name} on live_tasks ${definition}`);
  },
}));

export async function up(): Promise<void> {}
