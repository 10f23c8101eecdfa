import type { Signal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { useAllowedFolders } from '../../live/folders.ts';
import { ImportDialog } from '../templates/import-dialog.tsx';

interface Props {
  /** The preselected folder. */
  readonly folder: Pick<FolderResponse, 'id' | 'title'>;
  readonly file: Signal<File | null>;
  readonly close: () => void;
}

/** Does nothing, because the list of templates updates automatically. */
const noRefresh = async (): Promise<void> => {};

/** The dialog that imports templates from a file into a folder. */
export function FolderImport({ folder: { id, title }, file, close }: Props) {
  const allowedFolders = useAllowedFolders('createTemplate');
  // If the user cannot view a parent folder, the list of folders does not contain this folder.
  const options = allowedFolders.options.some(([optionId]) => optionId === id)
    ? allowedFolders.options
    : [[id, title] as const, ...allowedFolders.options];
  return (
    <ImportDialog
      allowedFolders={{ ...allowedFolders, options }}
      refresh={noRefresh}
      folder={id}
      file={file}
      close={close}
    />
  );
}
