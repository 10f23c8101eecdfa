import type { DeploymentOutcome } from '@slipway/domain/insights';
import type { Connection } from '../../database/database.ts';
import { lockDeployments, type TouchedPlace } from './places.ts';
import { refreshDeployments } from './refresh.ts';

/** The outcome that a user has set. */
export interface DeploymentMark {
  /** null: the mark is removed */
  readonly outcome: DeploymentOutcome | null;
  readonly username: string | null;
  readonly comment: string | null;
}

const markStatement = {
  name: 'mark-insight-deployment',
  text: `update insight_deployments set mark = $2, marked_by = $3, mark_comment = $4 where id = $1
    returning scope_id as "scopeId", application, environment, ended_at as "endedAt"`,
};

/** Sets or removes the mark of a deployment, and stores the results that depend on it. */
export async function markDeployment(
  connection: Connection,
  id: string,
  { outcome, username, comment }: DeploymentMark,
): Promise<void> {
  await lockDeployments(connection);
  const [by, text] = outcome === null ? [null, null] : [username, comment];
  const touched = await connection.query<TouchedPlace>(markStatement, [id, outcome, by, text]);
  await refreshDeployments(connection, touched);
}
