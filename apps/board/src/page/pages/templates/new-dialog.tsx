import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { mutate } from '../../api/rest.ts';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { type AllowedFolders, selectAllowedFolder } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';

interface Props {
  /** The folders where the user can create templates. */
  readonly allowedFolders: Pick<AllowedFolders, 'options'>;
  /** The id of the preselected folder; empty: none. */
  readonly folder: string;
  readonly close: () => void;
}

/** The form of a new template. After the template is created, its view opens. */
export function NewDialog({ allowedFolders, folder, close }: Props) {
  const title = useSignal('');
  const selectedFolder = useSignal(folder);
  const folderId = selectAllowedFolder(allowedFolders, selectedFolder.value);
  const run = async (): Promise<string> => {
    const path = `/templates?${new URLSearchParams({ folderId: folderId })}`;
    const { id } = await mutate<ReleaseResponse>('POST', path, { title: title.value });
    navigate(`/templates/${lastSegment(id)}`);
    return t('Template created');
  };
  return (
    <FormDialog title="New template" submitLabel="Create template" close={close} run={run}>
      <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
      <ChoiceField
        label="Folder"
        value={folderId}
        options={allowedFolders.options}
        change={(id) => (selectedFolder.value = id)}
      />
    </FormDialog>
  );
}
