import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { ComponentChildren } from 'preact';
import { fileDropHandlers } from '../../components/files.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { missingInFolder } from '../../live/folders.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';

const loadDialog = async () => (await import('./folder-import.tsx')).FolderImport;

interface FolderImportState {
  /** what makes an element take files that are dropped on it */
  readonly dropHandlers: ReturnType<typeof fileDropHandlers>;
  readonly open: () => void;
  readonly dialog: ComponentChildren;
}

/** The import of templates into a folder, for who has these rights there: a file is dropped, or chosen in its dialog. */
export function useImport(folder: FolderResponse): FolderImportState {
  const isOpen = useSignal(false);
  const file = useSignal<File | null>(null);
  const open = (): void => {
    isOpen.value = true;
  };
  const close = (): void => {
    isOpen.value = false;
    file.value = null;
  };
  const dropHandlers = fileDropHandlers(([droppedFile]) => {
    file.value = droppedFile ?? null;
    open();
  });
  const missingPermission = missingInFolder(folder, 'createTemplate');
  usePaletteActions([{ name: 'Import templates', missingPermission, run: open }]);
  return { dropHandlers, open, dialog: isOpen.value && <Lazy load={loadDialog} props={{ folder, file, close }} /> };
}
