import { list } from '@slipway/api-schema/format';
import { activityResponse, showActivity } from '@slipway/api-schema/history';
import { idKindOf, renderContextFor } from '@slipway/application/model';
import { getPartLocation, getReleaseLocation } from '@slipway/application/plans';
import { neededToRead, neededToView } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { listActivities } from '@slipway/persistence/history';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';
import { triggerActivities } from '../triggers/trigger-preview-routes.ts';

/**
 * The release of a container, and the container itself: the log requires the permission to view the release. Throws
 * NotFound.
 */
async function findContainer({ database }: Deps, caller: Person, rawId: string) {
  const kind = idKindOf(['Release', 'Phase', 'Task'], rawId);
  if (kind === 'Release') {
    const { id } = await getReleaseLocation(database, caller, rawId);
    return { id, releaseId: id };
  }
  return await getPartLocation(database, caller, kind, rawId, neededToView);
}

/** The activity log (rest-operations.md, Activity logs) of a release, or its entries for one phase or task. */
export const activities: readonly Route[] = [
  route({
    method: 'GET',
    path: '/activities/{containerId}',
    name: 'getActivityLogs',
    summary: 'The activity log, oldest first',
    needs: { on: 'containerId', anyOf: [neededToRead.release] },
    reply: list(activityResponse),
    answer: async (deps, { caller, path }) => {
      const kind = idKindOf(['Release', 'Phase', 'Task', 'Trigger'], path.containerId);
      if (kind === 'Trigger') return triggerActivities(deps, caller, path.containerId);
      const { id, releaseId } = await findContainer(deps, caller, path.containerId);
      const allEntries = await listActivities(deps.database, releaseId);
      const entries = id === releaseId ? allEntries : allEntries.filter(({ targetId }) => targetId === id);
      const show = await renderContextFor(
        deps,
        entries.map(({ targetId }) => targetId),
        caller,
      );
      return entries.map((entry) => showActivity(`Activity${entry.seq}`, entry, show));
    },
  }),
];
