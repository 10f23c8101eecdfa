import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { dropsFiles } from '../../parts/files/drop.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useOffers } from '../../place/offers.ts';

const load = async () => (await import('./folder-import.tsx')).FolderImport;

interface Importing {
  /** what makes an element take files that are dropped on it */
  readonly drops: ReturnType<typeof dropsFiles>;
  readonly open: () => void;
  readonly dialog: ComponentChildren;
}

/** The import of templates into a folder, by its id: a file is dropped, or chosen in its dialog. */
export function useImport(folder: string): Importing {
  const isOpen = useSignal(false);
  const file = useSignal<File | null>(null);
  const open = (): void => {
    isOpen.value = true;
  };
  const close = (): void => {
    isOpen.value = false;
    file.value = null;
  };
  const drops = dropsFiles(([dropped]) => {
    file.value = dropped ?? null;
    open();
  });
  useOffers([{ name: 'Import templates', lacking: null, run: open }]);
  return { drops, open, dialog: isOpen.value && <Loaded load={load} given={{ folder, file, close }} /> };
}
