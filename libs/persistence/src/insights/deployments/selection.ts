import type { Knex } from 'knex';
import { timestamp } from '../../database/instants.ts';
import { builder } from '../../search/search-filter.ts';
import { type InsightSelection, whereFolder } from '../selection.ts';

/** The deployments to production that a query counts. Empty lists match all. */
export interface DeploymentSelection extends InsightSelection {
  readonly applications: readonly string[];
  readonly environments: readonly string[];
}

/** The rows of `insight_deployments` with the id of their release, which decides on the visibility at the top level. */
const rowsSql = `(select release_id as id, id as deployment_id, folder_id, template_id, task_id,
    scope_id, artifact_id, application, environment,
    stage, is_production, started_at, ended_at, failed_attempt, kind, commit_times, mark, marked_by, mark_comment,
    succeeded, failed, recovered_at, recovery, lead_time
  from insight_deployments) as r`;

/** Rows `r` that deliver changes: successful ones, without rollbacks. */
export const deliversSql = `r.succeeded and r.kind <> 'rollback'`;

/** Starts a query for rows `r`. */
export const fromDeployments = (): Knex.QueryBuilder => builder.from(builder.raw(rowsSql));

/** Restricts rows `r` to selected ones, without the period. */
function whereMatching(query: Knex.QueryBuilder, selection: DeploymentSelection): Knex.QueryBuilder {
  const { templateIds, tags, owners, applications, environments } = selection;
  whereFolder(query, selection).whereRaw('r.is_production');
  if (templateIds.length > 0) query.whereRaw('r.template_id = any (?::text[])', [[...templateIds]]);
  if (applications.length > 0) query.whereRaw('r.application = any (?::text[])', [[...applications]]);
  if (environments.length > 0) query.whereRaw('r.environment = any (?::text[])', [[...environments]]);
  if (tags.length + owners.length === 0) return query;
  return query.whereRaw(
    `exists (select from insight_releases f where f.id = r.id and (?::boolean or f.tags && ?::text[])
      and (?::boolean or lower(f.owner) = any (?::text[])))`,
    [tags.length === 0, [...tags], owners.length === 0, [...owners]],
  );
}

/** Restricts rows `r` to selected deployments that ended in the period. */
export const whereDeployed = (query: Knex.QueryBuilder, selection: DeploymentSelection): Knex.QueryBuilder =>
  whereMatching(
    query.where('r.ended_at', '>=', timestamp(selection.from)).where('r.ended_at', '<', timestamp(selection.to)),
    selection,
  );
