import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { ComponentChildren } from 'preact';
import { fileDropHandlers } from '../../components/files.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { missingInFolder } from '../../live/folders.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { t } from '../../navigation/text.ts';

const loadDialog = async () => (await import('./folder-import.tsx')).FolderImport;

interface FolderImportState {
  /** The event handlers for an element that accepts dropped files. */
  readonly dropHandlers: ReturnType<typeof fileDropHandlers>;
  readonly open: () => void;
  readonly dialog: ComponentChildren;
}

/** The import of templates into a folder, from a dropped file or from a file that the user selects in the dialog. */
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
  usePaletteActions([{ name: t('Import templates'), missingPermission, run: open }]);
  return { dropHandlers, open, dialog: isOpen.value && <Lazy load={loadDialog} props={{ folder, file, close }} /> };
}
