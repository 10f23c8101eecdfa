import { mutate } from '../../../api/rest.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { ReleaseCount } from '../release-count.tsx';
import type { FolderDialogProps } from './dialog-props.ts';

/** The confirmation before a folder is deleted, with the consequences. */
export function DeleteDialog({ folder, close, onDone }: FolderDialogProps) {
  const run = async (): Promise<string> => {
    await mutate('DELETE', `/folders/${lastSegment(folder.id)}`);
    await onDone();
    return `The folder ${folder.title} was deleted.`;
  };
  return (
    <FormDialog title={`Delete ${folder.title}`} submitLabel="Delete for good" close={close} run={run}>
      <p>
        Deletes everything in it: subfolders, templates, releases, teams and variables. This can’t be undone. Folders
        with unfinished releases can’t be deleted.
      </p>
      <ReleaseCount id={folder.id} />
    </FormDialog>
  );
}
