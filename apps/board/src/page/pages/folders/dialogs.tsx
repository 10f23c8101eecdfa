import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { mutate } from '../../api/rest.ts';
import { TextField } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { rootFolder } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { ReleaseCount } from './release-count.tsx';
import { Tree } from './tree/tree.tsx';

/** The properties of a dialog for an action on a folder. */
interface FolderDialogProps {
  readonly folder: FolderResponse;
  readonly close: () => void;
  /** Runs after the action has succeeded. */
  readonly onDone: () => Promise<void> | void;
}

interface AddDialogProps {
  /** The id of the parent folder */
  readonly parent: string;
  readonly close: () => void;
  readonly onAdded: (id: string) => void;
}

/** The form of a new folder. */
export function AddDialog({ parent, close, onAdded }: AddDialogProps) {
  const title = useSignal('');
  const run = async (): Promise<string> => {
    const folder = await mutate<FolderResponse>('POST', `/folders/${lastSegment(parent)}`, { title: title.value });
    onAdded(folder.id);
    return t('Folder created');
  };
  return (
    <FormDialog title="New folder" submitLabel="Create folder" close={close} run={run}>
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
    </FormDialog>
  );
}

/** Renames a folder. */
export function RenameDialog({ folder, close, onDone }: FolderDialogProps) {
  const title = useSignal(folder.title);
  const run = async (): Promise<string> => {
    const query = new URLSearchParams({ newName: title.value });
    await mutate('POST', `/folders/${lastSegment(folder.id)}/rename?${query}`);
    await onDone();
    return t('Folder renamed');
  };
  return (
    <FormDialog title={t`Rename ${folder.title}`} submitLabel="Rename" close={close} run={run}>
      <TextField label="Title" isRequired value={title.value} change={(text) => (title.value = text)} />
    </FormDialog>
  );
}

/** A form that moves a folder to a selected parent folder. */
export function MoveDialog({ folder, close, onDone }: FolderDialogProps) {
  const target = useSignal<{ readonly id: string; readonly title: string } | null>(null);
  const destination = target.value;
  const run = async (): Promise<string> => {
    if (destination === null) return '';
    await mutate(
      'POST',
      `/folders/${lastSegment(folder.id)}/move?${new URLSearchParams({ newParentId: destination.id })}`,
    );
    await onDone();
    return t('Folder moved');
  };
  return (
    <FormDialog
      title={t`Move ${folder.title}`}
      submitLabel="Move"
      close={close}
      run={run}
      isDisabled={destination === null}
    >
      <p>Inherited teams come from the new location. Its own teams stay.</p>
      <p aria-live="polite">
        {destination === null ? t('Select the new location.') : t`New location: ${destination.title}`}
      </p>
      <section>
        <Tree
          label="New location"
          selectedKey={destination === null ? null : lastSegment(destination.id)}
          onPick={(row) => (target.value = row.folder)}
        />
      </section>
      <button type="button" onClick={() => (target.value = { id: rootFolder.id, title: rootFolder.name })}>
        {rootFolder.name}
      </button>
    </FormDialog>
  );
}

/** The confirmation before a folder is deleted. It lists the consequences. */
export function DeleteDialog({ folder, close, onDone }: FolderDialogProps) {
  const run = async (): Promise<string> => {
    await mutate('DELETE', `/folders/${lastSegment(folder.id)}`);
    await onDone();
    return t('Folder deleted');
  };
  return (
    <FormDialog title={t`Delete ${folder.title}?`} submitLabel="Delete folder" isDanger close={close} run={run}>
      <p>
        Deletes everything in it: subfolders, templates, releases, teams and variables. This can’t be undone. Folders
        with unfinished releases can’t be deleted.
      </p>
      <p>
        <ReleaseCount id={folder.id} />
      </p>
    </FormDialog>
  );
}
