import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import { useEntity } from '../../live/use-entity.ts';
import { location, replaceUrl } from '../../navigation/router.ts';
import { releasePath } from './target.ts';
import { releaseUrl, type UrlState } from './url-state.ts';

/** Leads on to the archive from the address of a live release that has gone there; `isLost`: it is not among the live ones. */
export function useArchiveRedirect(releaseId: string, urlState: UrlState, isMissing: boolean): void {
  const isRequested = isMissing && !urlState.isArchived;
  const archived = useEntity<ReleaseResponse>(isRequested ? releasePath({ releaseId, isArchived: true }) : null, []);
  const isFound = isRequested && archived.value.value !== undefined;
  useEffect(() => {
    const task = location.peek().query.get('task') ?? undefined;
    if (isFound) replaceUrl(releaseUrl(releaseId, { ...urlState, isArchived: true }, task));
  }, [isFound]);
}
