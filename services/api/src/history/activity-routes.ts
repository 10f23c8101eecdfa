import { clip, idCandidates, NotFound, neededToRead } from '@slipway/domain';
import { listActivities, locate, locateRelease } from '@slipway/persistence';
import { kindAmong, showFor } from '@slipway/resources';
import { activityAnswer, list, showActivity } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { triggerActivities } from '../triggers/trigger-preview-routes.ts';

/** The release of a container, and the container itself. Throws NotFound. */
async function containerOf({ database }: Deps, written: string) {
  const kind = kindAmong(['Release', 'Phase', 'Task'], written);
  const candidates = idCandidates(kind, written);
  const found =
    kind === 'Release'
      ? await locateRelease(database, candidates)
      : await locate(database, kind, candidates, written.split('/').slice(0, -1));
  if (found === null) throw new NotFound(`there is no ${kind.toLowerCase()} '${clip(written)}'`);
  return { id: found.id, releaseId: 'releaseId' in found ? found.releaseId : found.id };
}

/** The activity log (operations.md, Activity logs): of a release, or what it says of one phase or task. */
export const activities: readonly Route[] = [
  route({
    method: 'GET',
    path: '/activities/{containerId}',
    name: 'getActivityLogs',
    summary: 'The activity log, oldest first',
    needs: { on: 'containerId', anyOf: [neededToRead.release] },
    reply: list(activityAnswer),
    answer: async (deps, { path }) => {
      const kind = kindAmong(['Release', 'Phase', 'Task', 'Trigger'], path.containerId);
      if (kind === 'Trigger') return triggerActivities(deps, path.containerId);
      const { id, releaseId } = await containerOf(deps, path.containerId);
      const logged = await listActivities(deps.database, releaseId);
      const entries = id === releaseId ? logged : logged.filter(({ targetId }) => targetId === id);
      const show = await showFor(
        deps,
        entries.map(({ targetId }) => targetId),
      );
      return entries.map((entry) => showActivity(`Activity${entry.seq}`, entry, show));
    },
  }),
];
