import type { DeploymentKind, DeploymentOutcome } from '@slipway/domain/insights';
import type { Instant } from '@slipway/domain/model';
import type { Knex } from 'knex';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { builder, runQuery } from '../../search/search-filter.ts';
import type { FactKey } from '../release-rows.ts';
import { type DeploymentSelection, deliversSql, fromDeployments, whereDeployed } from './selection.ts';

/** A deployment with its results. Times are in milliseconds. */
export interface DeploymentRow {
  readonly id: string;
  readonly releaseId: string;
  readonly releaseTitle: string | null;
  readonly taskId: string | null;
  readonly folderId: string;
  readonly application: string | null;
  readonly environment: string | null;
  readonly stage: string | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant;
  readonly failedAttempt: boolean;
  readonly kind: DeploymentKind;
  readonly mark: DeploymentOutcome | null;
  readonly markedBy: string | null;
  readonly markComment: string | null;
  readonly succeeded: boolean;
  readonly failed: boolean;
  readonly recoveredAt: Instant | null;
  /** the median of its commits, or the lead time of the deployment */
  readonly leadTime: number | null;
  readonly commits: number | null;
  readonly incidents: readonly {
    readonly id: string;
    readonly startedAt: Instant | null;
    readonly endedAt: Instant | null;
  }[];
}

/** The rows that metrics count, beside all deployments to production. */
const populations = {
  successful: 'r.succeeded',
  failedAttempts: 'r.failed_attempt',
  failed: 'r.failed',
  open: 'r.failed and r.recovery is null',
  recovered: 'r.recovery is not null',
  rework: `r.kind <> 'normal'`,
  // the lead times of a query are those of commits, or of deployments
  withCommits: `${deliversSql} and r.commit_times is not null`,
  withLeadTime: `${deliversSql} and r.lead_time is not null`,
} as const;
type DeploymentPopulation = keyof typeof populations;

const epoch = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;
const columnsSql = `r.deployment_id as id, r.id as "releaseId",
  (select f.title from insight_releases f where f.id = r.id) as "releaseTitle", r.task_id as "taskId",
  r.folder_id as "folderId", r.application, r.environment, r.stage, r.started_at as "startedAt", r.ended_at as "endedAt",
  r.failed_attempt as "failedAttempt", r.kind, r.mark, r.marked_by as "markedBy", r.mark_comment as "markComment",
  r.succeeded, r.failed, r.recovered_at as "recoveredAt",
  (case when r.commit_times is null then r.lead_time
    else (select percentile_cont(0.5) within group (order by extract(epoch from r.ended_at - c) * 1000)
      from unnest(r.commit_times) c) end)::float8 as "leadTime",
  cardinality(r.commit_times) as commits,
  (select coalesce(json_agg(json_build_object(
      'id', i.id, 'startedAt', ${epoch('i.started_at')}, 'endedAt', ${epoch('i.ended_at')})
      order by i.started_at, i.id), '[]')
    from insight_incidents i where i.deployment_id = r.deployment_id) as incidents`;

/** A page of rows. */
export interface DeploymentPage {
  /** null: all deployments to production */
  readonly only: DeploymentPopulation | null;
  readonly after: FactKey | null;
  readonly limit: number;
}

const wherePopulation = (query: Knex.QueryBuilder, only: DeploymentPopulation | null): Knex.QueryBuilder =>
  only === null ? query : query.whereRaw(populations[only]);

/** Reads one page of selected deployments, newest first, and the key of the next page. */
export async function readDeploymentRows(
  connection: Connection,
  selection: DeploymentSelection,
  { only, after, limit }: DeploymentPage,
): Promise<{ readonly rows: readonly DeploymentRow[]; readonly next: FactKey | null }> {
  const selected = wherePopulation(whereDeployed(fromDeployments().select(builder.raw('r.*')), selection), only);
  if (after !== null)
    selected.whereRaw('(r.ended_at, r.deployment_id) < (?::timestamptz, ?)', [timestamp(after.value), after.id]);
  selected.orderByRaw('r.ended_at desc, r.deployment_id desc').limit(limit + 1);
  const query = builder.raw(`select ${columnsSql} from (?) r order by r.ended_at desc, r.deployment_id desc`, [
    selected,
  ]);
  const rows = await runQuery<DeploymentRow>(connection, query);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last === undefined ? null : { value: last.endedAt, id: last.id } };
}

/** Counts the selected deployments and their commits. */
export async function countDeployments(
  connection: Connection,
  selection: DeploymentSelection,
  only: DeploymentPopulation | null,
): Promise<{ readonly count: number; readonly commits: number }> {
  const columns = 'count(*) as count, coalesce(sum(cardinality(r.commit_times)), 0)::bigint as commits';
  const query = wherePopulation(whereDeployed(fromDeployments().select(builder.raw(columns)), selection), only);
  const [row] = await runQuery<{ readonly count: number; readonly commits: number }>(connection, query);
  return row ?? { count: 0, commits: 0 };
}

/** Reads a deployment, also to another stage; null: it does not exist. */
export async function findDeployment(connection: Connection, id: string): Promise<DeploymentRow | null> {
  const query = fromDeployments().select(builder.raw(columnsSql)).where('r.deployment_id', id);
  return (await runQuery<DeploymentRow>(connection, query))[0] ?? null;
}
