import { neededToRead, viewing } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { listActivities } from '@slipway/persistence';
import { kindAmong, partLocated, releaseLocated, showFor } from '@slipway/resources';
import { activityAnswer, list, showActivity } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { triggerActivities } from '../triggers/trigger-preview-routes.ts';

/**
 * The release of a container, and the container itself: the log requires the permission to view the release. Throws
 * NotFound.
 */
async function containerOf({ database }: Deps, caller: Person, written: string) {
  const kind = kindAmong(['Release', 'Phase', 'Task'], written);
  if (kind === 'Release') {
    const { id } = await releaseLocated(database, caller, written);
    return { id, releaseId: id };
  }
  return await partLocated(database, caller, kind, written, viewing);
}

/** The activity log (rest-operations.md, Activity logs) of a release, or its entries for one phase or task. */
export const activities: readonly Route[] = [
  route({
    method: 'GET',
    path: '/activities/{containerId}',
    name: 'getActivityLogs',
    summary: 'The activity log, oldest first',
    needs: { on: 'containerId', anyOf: [neededToRead.release] },
    reply: list(activityAnswer),
    answer: async (deps, { caller, path }) => {
      const kind = kindAmong(['Release', 'Phase', 'Task', 'Trigger'], path.containerId);
      if (kind === 'Trigger') return triggerActivities(deps, caller, path.containerId);
      const { id, releaseId } = await containerOf(deps, caller, path.containerId);
      const logged = await listActivities(deps.database, releaseId);
      const entries = id === releaseId ? logged : logged.filter(({ targetId }) => targetId === id);
      const show = await showFor(
        deps,
        entries.map(({ targetId }) => targetId),
        caller,
      );
      return entries.map((entry) => showActivity(`Activity${entry.seq}`, entry, show));
    },
  }),
];
