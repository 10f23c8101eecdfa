import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { mutate } from '../../../api/rest.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';

interface Props {
  /** the id of the folder that it is to lie in */
  readonly parent: string;
  readonly close: () => void;
  readonly onAdded: (id: string) => void;
}

/** The form of a new folder. */
export function AddDialog({ parent, close, onAdded }: Props) {
  const title = useSignal('');
  const run = async (): Promise<string> => {
    const folder = await mutate<FolderResponse>('POST', `/folders/${lastSegment(parent)}`, { title: title.value });
    onAdded(folder.id);
    return `The folder ${folder.title} was created.`;
  };
  return (
    <FormDialog title="Create a folder" submitLabel="Create" close={close} run={run}>
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
    </FormDialog>
  );
}
