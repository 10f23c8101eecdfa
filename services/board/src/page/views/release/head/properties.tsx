import type { ReleaseResponse } from '@slipway/wire';
import { neededPermissions } from '../../../data/needs.ts';
import { MissingPermissions } from '../../../parts/deed.tsx';
import { valuesOf } from '../../../parts/drafts/draft.ts';
import { DraftForm } from '../../../parts/drafts/draft-form.tsx';
import { draftOf } from '../../../parts/drafts/drafts.ts';
import { useRiskProfiles } from '../../../parts/drafts/risk-profiles.ts';
import { releaseFields } from '../../../parts/drafts/spec.ts';
import { lastSegment } from '../../../place/ids.ts';
import { missingPermissionOn } from '../rights.ts';

interface Props {
  readonly release: ReleaseResponse;
  /** nothing changes it any more */
  readonly isArchived: boolean;
  readonly refresh: () => Promise<void>;
}

/** The fields of a release. */
export function Properties({ release, isArchived, refresh }: Props) {
  const groups = releaseFields(useRiskProfiles(release.riskProfile));
  const missingPermission = missingPermissionOn(release, neededPermissions('updateRelease'));
  return (
    <div class="narrow">
      {isArchived ? <p class="none">It is in the archive, where nothing changes.</p> : <MissingPermissions names={[missingPermission]} />}
      <DraftForm
        object={release}
        path={`/releases/${lastSegment(release.id)}`}
        stored={valuesOf(release)}
        draft={draftOf(release.id)}
        groups={groups}
        specs={groups.flatMap(({ fields }) => fields)}
        isDisabled={isArchived || missingPermission !== null}
        refresh={refresh}
      />
    </div>
  );
}
