import { joinIds, showDate } from '@slipway/api-schema/format';
import type {
  InsightDeploymentRow,
  InsightDeploymentsBody,
  InsightDeploymentsResponse,
} from '@slipway/api-schema/insights';
import type { Person } from '@slipway/engine';
import { readFullIds } from '@slipway/persistence/folders';
import {
  countDeployments,
  type DeploymentRow,
  hasDeploymentSource,
  readDeploymentRows,
} from '@slipway/persistence/insights';
import { readFreshness } from '../freshness.ts';
import { parseKey, secondsOf, showKey } from '../references.ts';
import { type InsightContext, resolvePeriod } from '../selection.ts';

function showRow(row: DeploymentRow, fullIds: ReadonlyMap<string, string>): InsightDeploymentRow {
  const folderId = fullIds.get(row.folderId) ?? row.folderId;
  return {
    ...{ id: row.id, releaseId: joinIds(folderId, row.releaseId), releaseTitle: row.releaseTitle ?? undefined },
    ...{ taskId: row.taskId ?? undefined, folderId, application: row.application ?? undefined },
    ...{ environment: row.environment ?? undefined, stage: row.stage ?? undefined },
    ...{ started: showDate(row.startedAt), ended: showDate(row.endedAt) },
    outcome: row.succeeded ? 'succeeded' : 'failed',
    ...{ failedAttempt: row.failedAttempt, kind: row.kind, mark: row.mark ?? undefined },
    ...{ markedBy: row.markedBy ?? undefined, markComment: row.markComment ?? undefined },
    incidents: row.incidents.map(({ id, startedAt, endedAt }) => ({
      ...{ id, started: showDate(startedAt), ended: showDate(endedAt) },
    })),
    ...{ failed: row.failed, recoveredAt: showDate(row.recoveredAt) },
    ...{ leadSeconds: secondsOf(row.leadTime), commits: row.commits ?? undefined },
  };
}

/** Renders deployments. */
export async function showDeployments(
  { database }: Pick<InsightContext, 'database'>,
  rows: readonly DeploymentRow[],
): Promise<readonly InsightDeploymentRow[]> {
  const fullIds = await readFullIds(database, [...new Set(rows.map(({ folderId }) => folderId))]);
  return rows.map((row) => showRow(row, fullIds));
}

/** A page of deployments, without their number. */
interface InsightDeploymentPage {
  readonly rows: readonly InsightDeploymentRow[];
  readonly next: string | null;
}

/** Reads one page of the deployments behind a point. Throws Invalid, NotFound. */
export async function readInsightDeployments(
  context: InsightContext,
  caller: Person,
  { only, after, limit = 100, ...body }: InsightDeploymentsBody,
): Promise<InsightDeploymentPage> {
  const { selection } = await resolvePeriod(context, caller, body);
  const key = after === undefined ? null : parseKey(after);
  const { rows, next } = await readDeploymentRows(context.database, selection, {
    ...{ only: only ?? null, after: key, limit },
  });
  return { rows: await showDeployments(context, rows), next: showKey(next) };
}

/** Renders one page of the deployments behind a point. Throws Invalid, NotFound. */
export async function renderInsightDeployments(
  context: InsightContext,
  caller: Person,
  body: InsightDeploymentsBody,
): Promise<InsightDeploymentsResponse> {
  const { selection } = await resolvePeriod(context, caller, body);
  const [freshness, configured, { count, commits }, { rows, next }] = await Promise.all([
    readFreshness(context),
    hasDeploymentSource(context.database, selection),
    countDeployments(context.database, selection, body.only ?? null),
    readInsightDeployments(context, caller, body),
  ]);
  const n = body.only === 'withCommits' ? commits : count;
  return { ...freshness, configured, count, n, ...(next !== null && { next }), rows };
}
