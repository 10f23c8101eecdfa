import type { DeploymentOutcomeBody, InsightDeploymentRow } from '@slipway/api-schema/insights';
import { type Json, notFound } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection } from '@slipway/persistence/database';
import { type DeploymentRow, findDeployment, markDeployment } from '@slipway/persistence/insights';
import type { ResourceContext } from '../../model/context.ts';
import type { CallerContext } from '../../people/caller-context.ts';
import { showDeployments } from './rows.ts';

type ChangeContext = Pick<ResourceContext, 'database' | 'engine'>;

/**
 * Returns a deployment in a folder where the caller has the permission. Throws the same NotFound for another one as for
 * an unknown id.
 */
async function getDeployment(database: Connection, caller: Person, id: string): Promise<DeploymentRow> {
  const row = await findDeployment(database, id);
  if (row === null) throw notFound('deployment', id);
  const { folderId, releaseId } = row;
  if (!(await caller.callerAt({ folderId, releaseId })).may(neededToChange.folder)) throw notFound('deployment', id);
  return row;
}

/** The mark for the audit log. */
const auditJson = ({ mark, markComment }: Pick<DeploymentRow, 'mark' | 'markComment'>): Json =>
  mark === null ? null : { outcome: mark, ...(markComment !== null && { comment: markComment }) };

/** Sets or removes the outcome of a deployment. It changes all numbers at once. Throws NotFound. */
export async function setDeploymentOutcome(
  context: ChangeContext,
  { caller, actor, id }: Pick<CallerContext, 'caller' | 'actor'> & { readonly id: string },
  { outcome, comment }: DeploymentOutcomeBody,
): Promise<InsightDeploymentRow> {
  const before = await getDeployment(context.database, caller, id);
  const after = await context.engine.change((changes) =>
    changes.transaction(async (connection) => {
      await markDeployment(connection, id, {
        ...{ outcome: outcome ?? null, username: caller.username, comment: comment ?? null },
      });
      const row = await getDeployment(connection, caller, id);
      await writeAudit(connection, {
        ...{ actor, action: 'DEPLOYMENT_MARKED', subject: id },
        ...{ before: auditJson(before), after: auditJson(row) },
      });
      return row;
    }),
  );
  const [rendered] = await showDeployments(context, [after]);
  if (rendered === undefined) throw notFound('deployment', id);
  return rendered;
}
