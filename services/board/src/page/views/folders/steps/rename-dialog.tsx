import { useSignal } from '@preact/signals';
import { mutate } from '../../../data/rest.ts';
import { TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { lastSegment } from '../../../place/ids.ts';
import type { FolderDialogProps } from './step-props.ts';

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
