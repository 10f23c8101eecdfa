import { missingPermissionOn } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { valuesOf } from '../../components/drafts/draft.ts';
import { DraftForm, draftOf } from '../../components/drafts/draft-form.tsx';
import { templateFields } from '../../components/drafts/field-specs.ts';
import { useRiskProfiles } from '../../components/drafts/risk-profiles.ts';
import { findFolder, useFolders } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import type { TabProps } from './tab.ts';

/** Returns the folders for new releases, by the stored id if it is one of them. Adds an id that the user cannot view. */
function useTargetFolders({ defaultTargetFolderId: current = '' }: TabProps['template']) {
  const folders = useFolders();
  const known = current === '' ? undefined : findFolder(folders, current);
  return [
    ['', t('None')] as const,
    ...(current === '' || known !== undefined ? [] : [[current, current] as const]),
    ...folders.map((folder) => [folder === known ? current : folder.id, folder.name] as const),
  ];
}

/** The fields of a template. */
export function PropertiesTab({ template, entity }: TabProps) {
  const groups = templateFields(useRiskProfiles(template.riskProfile), useTargetFolders(template));
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
