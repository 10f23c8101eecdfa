import type { Connection } from '../../database/database.ts';

const waiters = {
  name: 'waiters-of-release',
  text: `select waiters_for(array(
      select $1 union all select id from live_phases where release_id = $1
      union all select id from live_tasks where release_id = $1)) as waiters`,
};
const deletions = ['awaits', 'live_activities', 'live_comments', 'live_tasks', 'live_phases'].map((table) => ({
  name: `delete ${table}`,
  text: `delete from ${table} where release_id = $1`,
}));
const deletion = { name: 'delete live_releases', text: 'delete from live_releases where id = $1' };

/**
 * Deletes a live release or template and all that belongs to it, in a transaction that holds its lock.
 * Answers the ids of the releases with gates that wait for something of it.
 */
export async function deletePlan(connection: Connection, id: string): Promise<readonly string[]> {
  const [[row]] = await Promise.all([
    connection.query<{ readonly waiters: readonly string[] | null }>(waiters, [id]),
    ...deletions.map((statement) => connection.query(statement, [id])),
    connection.query(deletion, [id]),
  ]);
  return (row?.waiters ?? []).filter((waiter) => waiter !== id);
}
