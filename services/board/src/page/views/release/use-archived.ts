import type { ReleaseAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { useEntity } from '../../live/use-entity.ts';
import { place, restate } from '../../place/router.ts';
import { addressOf, type Spot } from './spot.ts';
import { pathOf } from './target.ts';

/** Leads on to the archive from the address of a live release that has gone there; `isLost`: it is not among the live ones. */
export function useArchived(releaseId: string, spot: Spot, isLost: boolean): void {
  const isAsked = isLost && !spot.isArchived;
  const archived = useEntity<ReleaseAnswer>(isAsked ? pathOf({ releaseId, isArchived: true }) : null, []);
  const isThere = isAsked && archived.value.value !== undefined;
  useEffect(() => {
    const task = place.peek().query.get('task') ?? undefined;
    if (isThere) restate(addressOf(releaseId, { ...spot, isArchived: true }, task));
  }, [isThere]);
}
