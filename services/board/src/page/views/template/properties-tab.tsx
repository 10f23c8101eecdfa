import { neededPermissions } from '../../data/needs.ts';
import { MissingPermissions } from '../../parts/deed.tsx';
import { valuesOf } from '../../parts/drafts/draft.ts';
import { DraftForm } from '../../parts/drafts/draft-form.tsx';
import { draftOf } from '../../parts/drafts/drafts.ts';
import { useRiskProfiles } from '../../parts/drafts/risk-profiles.ts';
import { templateFields } from '../../parts/drafts/spec.ts';
import { lastSegment } from '../../place/ids.ts';
import { missingPermissionOn } from '../release/rights.ts';
import type { TabProps } from './tab.ts';

/** The fields of a template. */
export function PropertiesTab({ template, entity }: TabProps) {
  const groups = templateFields(useRiskProfiles(template.riskProfile));
  const missingPermission = missingPermissionOn(template, neededPermissions('editTemplate'));
  return (
    <div class="narrow">
      <MissingPermissions names={[missingPermission]} />
      <DraftForm
        object={template}
        path={`/templates/${lastSegment(template.id)}`}
        stored={valuesOf(template)}
        draft={draftOf(template.id)}
        groups={groups}
        specs={groups.flatMap(({ fields }) => fields)}
        isDisabled={missingPermission !== null}
        refresh={entity.refresh}
      />
    </div>
  );
}
