import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';
import { type VisibilityFilter, whereVisible } from '../../people/visibility-filter.ts';
import { builder, runQuery } from '../../search/search-filter.ts';
import type { Place, TouchedPlace } from './places.ts';
import { refreshDeployments } from './refresh.ts';
import { fromDeployments } from './selection.ts';

/** A stored incident, and the place of its deployment. */
export interface StoredIncident {
  readonly folderId: string;
  readonly id: string;
  /** null: its deployment does not exist any more */
  readonly deploymentId: string | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** Whether its deployment follows from its place and start. */
  readonly isPlaced: boolean;
}

/** The deployment of an incident: its location and place. */
export interface IncidentTarget extends Place {
  readonly id: string;
  readonly releaseId: string;
  readonly folderId: string;
  readonly endedAt: Instant;
}

/** The names of a place in an incident. */
export interface NamedPlace {
  readonly environment: string;
  /** absent: the artifact names the application */
  readonly application?: string;
  readonly artifactId?: string;
}

const incidentColumns = `i.folder_id as "folderId", i.id, i.deployment_id as "deploymentId", i.started_at as "startedAt",
  i.ended_at as "endedAt", i.application is not null as "isPlaced"`;

/** Finds an incident in folders where the caller has the permission of the filter; the latest one. */
export async function findIncident(
  connection: Connection,
  visibility: VisibilityFilter,
  id: string,
): Promise<StoredIncident | null> {
  const query = builder
    .from(builder.raw('insight_incidents as r'))
    .select(builder.raw(incidentColumns.replaceAll('i.', 'r.')))
    .where('r.id', id);
  whereVisible(query, { ...visibility, username: '', principals: [] }, 'releases', 'scan');
  query.orderByRaw('coalesce(r.started_at, r.ended_at) desc').limit(1);
  return (await runQuery<StoredIncident>(connection, query))[0] ?? null;
}

const targetColumns = `r.deployment_id as id, r.id as "releaseId", r.folder_id as "folderId", r.scope_id as "scopeId",
  r.application, r.environment, r.ended_at as "endedAt"`;

/** Finds the latest deployment to a place that ended before a time, in folders where the caller has the permission. */
export async function findDeploymentAt(
  connection: Connection,
  visibility: VisibilityFilter,
  { environment, application, artifactId }: NamedPlace,
  at: Instant,
): Promise<IncidentTarget | null> {
  const query = fromDeployments()
    .select(builder.raw(targetColumns))
    .where('r.environment', environment)
    .where('r.ended_at', '<=', timestamp(at));
  if (application !== undefined) query.where('r.application', application);
  else query.where('r.artifact_id', artifactId ?? '');
  whereVisible(query, { ...visibility, username: '' }, 'releases', 'scan');
  query.orderByRaw('r.ended_at desc, r.deployment_id desc').limit(1);
  return (await runQuery<IncidentTarget>(connection, query))[0] ?? null;
}

/** Finds a deployment by id. */
export async function findIncidentTarget(connection: Connection, id: string): Promise<IncidentTarget | null> {
  const query = fromDeployments().select(builder.raw(targetColumns)).where('r.deployment_id', id);
  return (await runQuery<IncidentTarget>(connection, query))[0] ?? null;
}

/** The new state of an incident. */
export interface IncidentState {
  readonly folderId: string;
  readonly id: string;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly target: IncidentTarget | null;
  /** Whether it named a place: its deployment then follows from its start. */
  readonly isPlaced: boolean;
}

const saveStatement = {
  name: 'save-insight-incident',
  text: `insert into insight_incidents
      (folder_id, id, deployment_id, started_at, ended_at, scope_id, application, environment)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (folder_id, id) do update set deployment_id = excluded.deployment_id, started_at = excluded.started_at,
      ended_at = excluded.ended_at, scope_id = excluded.scope_id, application = excluded.application,
      environment = excluded.environment`,
};

/**
 * Stores an incident, and the results that depend on it. `earlier` is the deployment that it had, and its start before.
 * The caller has locked the deployments.
 */
export async function saveIncident(
  connection: Connection,
  { folderId, id, startedAt, endedAt, target, isPlaced }: IncidentState,
  earlier: { readonly target: IncidentTarget | null; readonly at: Instant | null },
): Promise<void> {
  const place = isPlaced ? target : null;
  await connection.query(saveStatement, [
    ...[folderId, id, target?.id ?? null, timestamp(startedAt), timestamp(endedAt)],
    ...[place?.scopeId ?? null, place?.application ?? null, place?.environment ?? null],
  ]);
  const touch = (at: IncidentTarget | null, endedAt: Instant | null): readonly TouchedPlace[] =>
    at === null || endedAt === null ? [] : [{ ...at, endedAt }];
  await refreshDeployments(connection, [
    ...touch(target, target?.endedAt ?? null),
    ...touch(target, startedAt ?? endedAt),
    ...touch(earlier.target, earlier.target?.endedAt ?? null),
    ...touch(earlier.target, earlier.at),
  ]);
}

const readStatement = {
  name: 'read-insight-incident',
  text: `select ${incidentColumns} from insight_incidents i where i.folder_id = $1 and i.id = $2`,
};

/** Reads an incident by its key. */
export async function readIncident(
  connection: Connection,
  folderId: string,
  id: string,
): Promise<StoredIncident | null> {
  return (await connection.query<StoredIncident>(readStatement, [folderId, id]))[0] ?? null;
}
