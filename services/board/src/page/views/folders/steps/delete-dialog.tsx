import { change } from '../../../data/rest.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Counted } from '../counted.tsx';
import type { StepProps } from './step-props.ts';

/** The confirmation before a folder is deleted, with the consequences. */
export function DeleteDialog({ folder, close, done }: StepProps) {
  const run = async (): Promise<string> => {
    await change('DELETE', `/folders/${lastOf(folder.id)}`);
    await done();
    return `The folder ${folder.title} was deleted.`;
  };
  return (
    <FormDialog title={`Delete ${folder.title}`} word="Delete for good" close={close} run={run}>
      <p>
        Deletes everything in it: subfolders, templates, releases, teams and variables. This can’t be undone. Folders
        with unfinished releases can’t be deleted.
      </p>
      <Counted id={folder.id} />
    </FormDialog>
  );
}
