import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import { type Entity, entity } from '../../../api/entity.ts';
import { useLiveRefresh } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { releasePath, type Target } from '../target.ts';
import type { Line } from './lines.ts';
import type { Releases } from './waits.ts';

/** The maximum number of other releases that are loaded for the titles of targets. */
const maxReleases = 10;

/** Returns one target for each release to load. */
function targetsToLoad(lines: readonly Line[], ownId: string): readonly Target[] {
  const targets = lines.flatMap(({ waits }) => waits.map(({ target }) => target)).filter((target) => target !== null);
  const others = targets.filter(({ releaseId }) => releaseId !== ownId);
  return [...new Map(others.map((target) => [target.releaseId, target])).values()].slice(0, maxReleases);
}

/**
 * Returns this release and the releases of the targets, kept up to date. A change of another one reloads the estimates.
 */
export function useReleases(
  release: ReleaseResponse,
  lines: readonly Line[],
  reloadEstimates: () => Promise<void>,
): Releases {
  const ownId = lastSegment(release.id);
  const requested = targetsToLoad(lines, ownId);
  const key = requested.map(releasePath).join('\n');
  const entities = useMemo(
    () =>
      new Map(
        requested.map((target): [string, Entity<ReleaseResponse>] => [target.releaseId, entity(releasePath(target))]),
      ),
    [key],
  );
  const refresh = useMemo(
    () => async () => {
      if (entities.size > 0)
        await Promise.all([
          ...[...entities.values()].map((releaseEntity) => releaseEntity.refresh()),
          reloadEstimates(),
        ]);
    },
    [entities, reloadEstimates],
  );
  const topics = requested
    .filter(({ isArchived }) => !isArchived)
    .map(({ releaseId }): Topic => `release=${releaseId}`);
  useLiveRefresh(topics, refresh);
  const loadedReleases = [...entities].flatMap(([id, { value }]) =>
    value.value === undefined ? [] : [[id, value.value] as const],
  );
  return new Map([...loadedReleases, [ownId, release]]);
}
