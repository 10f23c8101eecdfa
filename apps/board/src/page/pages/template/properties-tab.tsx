import { missingPermissionOn } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { valuesOf } from '../../components/drafts/draft.ts';
import { DraftForm, draftOf } from '../../components/drafts/draft-form.tsx';
import { templateFields } from '../../components/drafts/field-specs.ts';
import { useRiskProfiles } from '../../components/drafts/risk-profiles.ts';
import { lastSegment } from '../../navigation/ids.ts';
import type { TabProps } from './tab.ts';

/** The fields of a template. */
export function PropertiesTab({ template, entity }: TabProps) {
  const groups = templateFields(useRiskProfiles(template.riskProfile));
  const missingPermission = missingPermissionOn(template, 'editTemplate');
  return (
    <div class="form-column">
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
