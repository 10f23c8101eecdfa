import { useSignal } from '@preact/signals';
import type { FolderAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { lastOf } from '../../../place/ids.ts';

interface Props {
  /** the id of the folder that it is to lie in */
  readonly parent: string;
  readonly close: () => void;
  readonly added: (id: string) => void;
}

/** The form of a new folder. */
export function AddDialog({ parent, close, added }: Props) {
  const title = useSignal('');
  const run = async (): Promise<string> => {
    const made = await change<FolderAnswer>('POST', `/folders/${lastOf(parent)}`, { title: title.value });
    added(made.id);
    return `The folder ${made.title} was created.`;
  };
  return (
    <FormDialog title="Create a folder" word="Create" close={close} run={run}>
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
    </FormDialog>
  );
}
