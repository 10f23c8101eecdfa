import type { Knex } from 'knex';

/**
 * By these somebody's open tasks are found. None of them names a column that changes in the flow, so that completing a task
 * stays an update within its page. Others write no task while one of them is made: half a second for a million of
 * tasks. Whoever is in the way is waited for shortly, and the part comes again.
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
    // the server's own workers leave when somebody has waited for a second, in a mode that hinders nobody else
    await knex.raw("set local lock_timeout = '10s'");
    await knex.raw('lock table live_tasks in share update exclusive mode');
    await knex.raw("set local lock_timeout = '1s'");
    await knex.raw(`create index ${name} on live_tasks ${definition}`);
  },
}));

export async function up(): Promise<void> {}
