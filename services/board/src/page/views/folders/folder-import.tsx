import type { Signal } from '@preact/signals';
import type { FolderAnswer } from '@slipway/wire';
import { usePlaces } from '../../live/use-places.ts';
import { ImportDialog } from '../templates/import-dialog.tsx';

interface Props {
  /** the folder that is offered first */
  readonly folder: Pick<FolderAnswer, 'id' | 'title'>;
  readonly file: Signal<File | null>;
  readonly close: () => void;
}

/** The list of templates updates automatically. */
const nothing = async (): Promise<void> => {};

/** Takes a file of templates into a folder. */
export function FolderImport({ folder: { id, title }, file, close }: Props) {
  const places = usePlaces({ inFolder: 'editTemplate', atTop: 'newTemplate' });
  // it may be in a folder that the viewer does not see, and so in no list
  const offered = places.offered.some(([each]) => each === id)
    ? places.offered
    : [[id, title] as const, ...places.offered];
  return <ImportDialog places={{ ...places, offered }} refresh={nothing} folder={id} file={file} close={close} />;
}
