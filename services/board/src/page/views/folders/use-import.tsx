import { useSignal } from '@preact/signals';
import type { FolderAnswer } from '@slipway/wire';
import type { ComponentChildren } from 'preact';
import type { Rights } from '../../live/use-rights.ts';
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

/** The import of templates into a folder, for who has these rights there: a file is dropped, or chosen in its dialog. */
export function useImport(folder: FolderAnswer, rights: Rights): Importing {
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
  const lacking = rights.lacking('editTemplate');
  useOffers(rights.isKnown ? [{ name: 'Import templates', lacking, run: open }] : []);
  return { drops, open, dialog: isOpen.value && <Loaded load={load} given={{ folder, file, close }} /> };
}
