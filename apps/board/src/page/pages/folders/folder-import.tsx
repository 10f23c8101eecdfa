import type { Signal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import { useAllowedFolders } from '../../live/folders.ts';
import { ImportDialog } from '../templates/import-dialog.tsx';

interface Props {
  /** the folder that is offered first */
  readonly folder: Pick<FolderResponse, 'id' | 'title'>;
  readonly file: Signal<File | null>;
  readonly close: () => void;
}

/** The list of templates updates automatically. */
const noRefresh = async (): Promise<void> => {};

/** Takes a file of templates into a folder. */
export function FolderImport({ folder: { id, title }, file, close }: Props) {
  const allowedFolders = useAllowedFolders('createTemplate');
  // it may be in a folder that the viewer does not see, and so in no list
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
