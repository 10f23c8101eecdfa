import { showDate } from '@slipway/api-schema/format';
import type { IncidentEvent, IncidentResponse } from '@slipway/api-schema/insights';
import { incidentAfter } from '@slipway/domain/insights';
import { type Json, notFound } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection } from '@slipway/persistence/database';
import {
  findDeploymentAt,
  findIncident,
  findIncidentTarget,
  type IncidentTarget,
  lockDeployments,
  readIncident,
  type StoredIncident,
  saveIncident,
} from '@slipway/persistence/insights';
import type { ResourceContext } from '../../model/context.ts';
import type { CallerContext } from '../../people/caller-context.ts';

/** Returns the named deployment in a folder where the caller has the permission. Throws NotFound. */
async function getNamed(connection: Connection, caller: Person, id: string): Promise<IncidentTarget> {
  const target = await findIncidentTarget(connection, id);
  if (target === null) throw notFound('deployment', id);
  const { folderId, releaseId } = target;
  if (!(await caller.callerAt({ folderId, releaseId })).may(neededToChange.folder)) throw notFound('deployment', id);
  return target;
}

/** Returns the latest deployment to the named place that ended before. Throws NotFound. */
async function getPlaced(
  connection: Connection,
  caller: Person,
  { application, environment, artifactId, at }: IncidentEvent,
): Promise<IncidentTarget> {
  const visibility = caller.visibility(neededToChange.folder);
  const names = [application ?? artifactId ?? '', environment ?? ''];
  if (names.includes('')) throw notFound('deployment', names.join(' ').trim());
  const place = {
    environment: environment ?? '',
    ...(application !== undefined && { application }),
    ...(artifactId !== undefined && { artifactId }),
  };
  const target = await findDeploymentAt(connection, visibility, place, at);
  if (target === null) throw notFound('deployment', names.join(' '));
  return target;
}

/** The deployment of an incident after an event: the named one, the one that it had, or one at the named place. */
async function findTarget(
  connection: Connection,
  caller: Person,
  event: IncidentEvent,
  before: StoredIncident | null,
): Promise<{ readonly target: IncidentTarget; readonly isPlaced: boolean }> {
  if (event.deploymentId !== undefined)
    return { target: await getNamed(connection, caller, event.deploymentId), isPlaced: false };
  const stored = before?.deploymentId ? await findIncidentTarget(connection, before.deploymentId) : null;
  if (stored !== null && before !== null) return { target: stored, isPlaced: before.isPlaced };
  return { target: await getPlaced(connection, caller, event), isPlaced: true };
}

const show = (incident: Pick<StoredIncident, 'id' | 'deploymentId' | 'startedAt' | 'endedAt'>): IncidentResponse => ({
  id: incident.id,
  ...(incident.deploymentId !== null && { deploymentId: incident.deploymentId }),
  ...(incident.startedAt !== null && { started: showDate(incident.startedAt) }),
  ...(incident.endedAt !== null && { ended: showDate(incident.endedAt) }),
});
const auditJson = (incident: StoredIncident | null): Json =>
  incident === null ? null : JSON.parse(JSON.stringify(show(incident)));

async function record(
  connection: Connection,
  { caller, actor }: Pick<CallerContext, 'caller' | 'actor'>,
  event: IncidentEvent,
): Promise<IncidentResponse> {
  await lockDeployments(connection);
  const before = await findIncident(connection, caller.visibility(neededToChange.folder), event.id);
  const { target, isPlaced } = await findTarget(connection, caller, event, before);
  const folderId = before?.folderId ?? target.folderId;
  const earlier = before?.deploymentId ? await findIncidentTarget(connection, before.deploymentId) : null;
  await saveIncident(
    connection,
    { ...{ folderId, id: event.id, target, isPlaced }, ...incidentAfter(before, event) },
    { target: earlier, at: before?.startedAt ?? before?.endedAt ?? null },
  );
  const after = (await readIncident(connection, folderId, event.id)) ?? before;
  await writeAudit(connection, {
    ...{ actor, action: 'INCIDENT_RECORDED', subject: event.id },
    ...{ before: auditJson(before), after: auditJson(after) },
  });
  return after === null ? { id: event.id } : show(after);
}

/**
 * Records an event of an incident. Its deployment then counts as failed. Throws NotFound if no deployment that the
 * caller can change is named, or ended before.
 */
export const recordIncident = (
  { engine }: Pick<ResourceContext, 'engine'>,
  change: Pick<CallerContext, 'caller' | 'actor'>,
  event: IncidentEvent,
): Promise<IncidentResponse> =>
  engine.change((changes) => changes.transaction((connection) => record(connection, change, event)));
