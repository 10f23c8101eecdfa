import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { valuesOf } from '../../../components/drafts/draft.ts';
import { DraftForm, draftOf } from '../../../components/drafts/draft-form.tsx';
import { releaseFields } from '../../../components/drafts/field-specs.ts';
import { useRiskProfiles } from '../../../components/drafts/risk-profiles.ts';
import { isFinished } from '../../../components/marks/status.tsx';
import { lastSegment } from '../../../navigation/ids.ts';

interface Props {
  readonly release: ReleaseResponse;
  /** Whether the release is archived, and therefore read-only. */
  readonly isArchived: boolean;
  readonly refresh: () => Promise<void>;
}

/** The fields of a release. */
export function Properties({ release, isArchived, refresh }: Props) {
  const groups = releaseFields(useRiskProfiles(release.riskProfile));
  const hasEnded = isFinished(release);
  const isReadOnly = isArchived || hasEnded;
  const missingPermission = missingPermissionOn(release, 'updateRelease');
  return (
    <div class="form-column">
      {isArchived && <p class="none">Archived releases can’t be edited.</p>}
      {!isArchived && hasEnded && <p class="none">Completed and aborted releases can’t be edited.</p>}
      {!isReadOnly && <MissingPermissions names={[missingPermission]} />}
      <DraftForm
        object={release}
        path={`/releases/${lastSegment(release.id)}`}
        stored={valuesOf(release)}
        draft={draftOf(release.id)}
        groups={groups}
        specs={groups.flatMap(({ fields }) => fields)}
        isDisabled={isReadOnly || missingPermission !== null}
        refresh={refresh}
      />
    </div>
  );
}
