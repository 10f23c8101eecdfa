import type { Connection } from '../../database/database.ts';
import { deletedReleasesSql } from '../../live/ended-releases.ts';
import { deletedPlansSql } from '../../live/plan-changes.ts';
import { removeTeams } from '../../people/teams.ts';
import { deletedVersionsSql } from '../../versions/template-versions.ts';

const waitersStatement = {
  name: 'waiters-of-release',
  text: `select waiters_for(array(
      select $1 union all select id from live_phases where release_id = $1
      union all select id from live_tasks where release_id = $1)) as waiters`,
};
const deleteRowsStatements = [
  'awaits',
  'live_activities',
  'live_comments',
  'live_tasks',
  'live_phases',
  'risk_history',
].map((table) => ({
  name: `delete ${table}`,
  text: `delete from ${table} where release_id = $1`,
}));
const deleteReleaseStatement = {
  name: 'delete live_releases',
  text: `with gone as (delete from live_releases where id = $1 returning id, folder_id, status), ${deletedVersionsSql},
    di as (${deletedReleasesSql}) ${deletedPlansSql}`,
};

/** The effects of a deletion. */
export interface DeletedPlan {
  /** The ids of the releases with gates that wait for a part of the deleted plan. */
  readonly waiters: readonly string[];
  /** Whether the plan had teams of its own, so that permissions have changed. */
  readonly hadTeams: boolean;
}

/** Deletes a live release or template with all its data. The caller's transaction must hold its lock. */
export async function deletePlan(connection: Connection, id: string): Promise<DeletedPlan> {
  const [[row], hadTeams] = await Promise.all([
    connection.query<{ readonly waiters: readonly string[] | null }>(waitersStatement, [id]),
    removeTeams(connection, [id]),
    ...deleteRowsStatements.map((statement) => connection.query(statement, [id])),
    connection.query(deleteReleaseStatement, [id]),
  ]);
  return { waiters: (row?.waiters ?? []).filter((waiter) => waiter !== id), hadTeams };
}
