import { useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { lastSegment, rootId } from '../../../navigation/ids.ts';
import { Tree } from '../tree/tree.tsx';
import type { FolderDialogProps } from './dialog-props.ts';

/** Selects the destination of a folder. */
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
    return `The folder ${folder.title} was moved.`;
  };
  return (
    <FormDialog
      title={`Move ${folder.title}`}
      submitLabel="Move"
      close={close}
      run={run}
      isDisabled={destination === null}
    >
      <p>
        A folder that inherits its teams has those of its new folder from then on. One with teams of its own keeps them.
      </p>
      <p aria-live="polite">
        {destination === null ? 'Choose a destination folder.' : `Destination: ${destination.title}`}
      </p>
      <section>
        <Tree
          label="Into which folder"
          selectedKey={destination === null ? null : lastSegment(destination.id)}
          onPick={(row) => (target.value = row.folder)}
        />
      </section>
      <button type="button" onClick={() => (target.value = { id: rootId, title: 'no folder, at the top' })}>
        At the top
      </button>
    </FormDialog>
  );
}
