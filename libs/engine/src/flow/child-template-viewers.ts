import type { Caller } from '@slipway/domain/decision';
import type { Release } from '@slipway/domain/model';
import { type CreateReleaseRequest, childTasks } from '@slipway/domain/templates';
import type { Connection } from '@slipway/persistence/database';
import { findReferenced } from '@slipway/persistence/folders';
import { locateRelease } from '@slipway/persistence/plans';
import type { Person } from '../people/person.ts';

/**
 * Returns the caller with their permissions on the templates of the tasks for which a request has values, by template
 * id. Runs no statement if the request has none.
 */
export async function childTemplateViewers(
  connection: Connection,
  person: Person,
  template: Release,
  { childVariables = [] }: Pick<CreateReleaseRequest, 'childVariables'>,
): Promise<ReadonlyMap<string, Caller>> {
  const viewers = new Map<string, Caller>();
  if (childVariables.length === 0) return viewers;
  const taskIds = new Set(childVariables.map(({ taskId }) => taskId));
  const requested = childTasks(template).filter(({ task }) => taskIds.has(task.id));
  for (const reference of new Set(requested.map((child) => child.reference))) {
    const id = await findReferenced(connection, 'Release', reference);
    const location = id === null ? null : await locateRelease(connection, [id]);
    if (location === null) continue;
    const { folderId } = location.access;
    viewers.set(location.id, await person.callerAt({ folderId, releaseId: location.id }));
  }
  return viewers;
}
