import type { ReleaseAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { type Entity, entity } from '../../../data/entity.ts';
import { useLive } from '../../../live/use-live.ts';
import type { Want } from '../../../live/wants.ts';
import { lastOf } from '../../../place/ids.ts';
import { pathOf, type Target } from '../target.ts';
import type { Line } from './lines.ts';
import type { Releases } from './waits.ts';

/** The maximum number of other releases that are loaded, for the titles of targets. */
const mostAsked = 10;

/** One target for each release to load. */
function askedOf(lines: readonly Line[], own: string): readonly Target[] {
  const targets = lines.flatMap(({ waits }) => waits.map(({ target }) => target)).filter((target) => target !== null);
  const others = targets.filter(({ releaseId }) => releaseId !== own);
  return [...new Map(others.map((target) => [target.releaseId, target])).values()].slice(0, mostAsked);
}

/** The releases of the targets of lines, including this one, kept current. A change of one may change the estimates. */
export function useReleases(release: ReleaseAnswer, lines: readonly Line[], foresee: () => Promise<void>): Releases {
  const own = lastOf(release.id);
  const asked = askedOf(lines, own);
  const key = asked.map(pathOf).join('\n');
  const entities = useMemo(
    () => new Map(asked.map((target): [string, Entity<ReleaseAnswer>] => [target.releaseId, entity(pathOf(target))])),
    [key],
  );
  const refresh = useMemo(
    () => async () => {
      if (entities.size > 0) await Promise.all([...[...entities.values()].map((one) => one.refresh()), foresee()]);
    },
    [entities, foresee],
  );
  const wanted = asked.filter(({ isArchived }) => !isArchived).map(({ releaseId }): Want => `release=${releaseId}`);
  useLive(wanted, refresh);
  const known = [...entities].flatMap(([id, { value }]) =>
    value.value === undefined ? [] : [[id, value.value] as const],
  );
  return new Map([...known, [own, release]]);
}
