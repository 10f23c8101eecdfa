import { useSignal } from '@preact/signals';
import { change } from '../../../data/rest.ts';
import { TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { StepProps } from './step-props.ts';

/** Renames a folder. */
export function RenameDialog({ folder, close, done }: StepProps) {
  const title = useSignal(folder.title);
  const run = async (): Promise<string> => {
    const query = new URLSearchParams({ newName: title.value });
    await change('POST', `/folders/${lastOf(folder.id)}/rename?${query}`);
    await done();
    return `The folder is called ${title.value} now.`;
  };
  return (
    <FormDialog title={`Rename ${folder.title}`} word="Rename" close={close} run={run}>
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
    </FormDialog>
  );
}
