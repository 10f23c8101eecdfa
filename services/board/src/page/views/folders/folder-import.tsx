import type { Signal } from '@preact/signals';
import { useFolders } from '../../live/folders.ts';
import { ImportDialog } from '../templates/import-dialog.tsx';

interface Props {
  /** the id of the folder that is offered first */
  readonly folder: string;
  readonly file: Signal<File | null>;
  readonly close: () => void;
}

/** The list of templates follows by itself. */
const nothing = async (): Promise<void> => {};

/** Takes a file of templates into a folder. */
export const FolderImport = (given: Props) => <ImportDialog folders={useFolders()} refresh={nothing} {...given} />;
