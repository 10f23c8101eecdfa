import type { ReleaseAnswer } from '@slipway/wire';
import { neededFor } from '../../../data/needs.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { valuesOf } from '../../../parts/drafts/draft.ts';
import { DraftForm } from '../../../parts/drafts/draft-form.tsx';
import { draftOf } from '../../../parts/drafts/drafts.ts';
import { useRiskProfiles } from '../../../parts/drafts/risk-profiles.ts';
import { ofRelease } from '../../../parts/drafts/spec.ts';
import { lastOf } from '../../../place/ids.ts';
import { lackingOn } from '../rights.ts';

interface Props {
  readonly release: ReleaseAnswer;
  /** nothing changes it any more */
  readonly isArchived: boolean;
  readonly refresh: () => Promise<void>;
}

/** The fields of a release. */
export function Properties({ release, isArchived, refresh }: Props) {
  const groups = ofRelease(useRiskProfiles(release.riskProfile));
  const lacking = lackingOn(release, neededFor('updateRelease'));
  return (
    <div class="narrow">
      {isArchived ? <p class="none">It is in the archive, where nothing changes.</p> : <Lacking names={[lacking]} />}
      <DraftForm
        thing={release}
        path={`/releases/${lastOf(release.id)}`}
        now={valuesOf(release)}
        draft={draftOf(release.id)}
        groups={groups}
        specs={groups.flatMap(({ fields }) => fields)}
        isDisabled={isArchived || lacking !== null}
        refresh={refresh}
      />
    </div>
  );
}
