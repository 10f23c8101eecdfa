import type { ReleaseAnswer } from '@slipway/wire';
import { useMemo } from 'preact/hooks';
import { type Entity, entity } from '../../../data/entity.ts';
import { useLive } from '../../../live/use-live.ts';
import type { Want } from '../../../live/wants.ts';
import { lastOf } from '../../../place/ids.ts';
import { pathOf, type Target } from '../target.ts';
import type { Line } from './lines.ts';
import type { Releases } from './waits.ts';

/** How many other releases are asked for, to call what is awaited in them by its title. */
const mostAsked = 10;

/** The targets that tell which releases to ask for, one for each. */
function askedOf(lines: readonly Line[], own: string): readonly Target[] {
  const targets = lines.flatMap(({ waits }) => waits.map(({ target }) => target)).filter((target) => target !== null);
  const others = targets.filter(({ releaseId }) => releaseId !== own);
  return [...new Map(others.map((target) => [target.releaseId, target])).values()].slice(0, mostAsked);
}

/**
 * The releases in which something is that lines wait for, this one among them, as they are at each moment. Where one of them
 * has changed, what is foreseen may have, too.
 */
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
