import { useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import type { FolderDialogProps } from './dialog-props.ts';

/** Renames a folder. */
export function RenameDialog({ folder, close, onDone }: FolderDialogProps) {
  const title = useSignal(folder.title);
  const run = async (): Promise<string> => {
    const query = new URLSearchParams({ newName: title.value });
    await mutate('POST', `/folders/${lastSegment(folder.id)}/rename?${query}`);
    await onDone();
    return `The folder is called ${title.value} now.`;
  };
  return (
    <FormDialog title={`Rename ${folder.title}`} submitLabel="Rename" close={close} run={run}>
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
    </FormDialog>
  );
}
