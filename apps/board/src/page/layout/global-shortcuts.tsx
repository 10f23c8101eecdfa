import { useMemo } from 'preact/hooks';
import { me } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { Lazy } from '../components/lazy.tsx';
import { isSidebarNarrow, setSidebarNarrow } from '../navigation/preferences.ts';
import { navigate } from '../navigation/router.ts';
import { type Shortcut, useShortcuts } from '../navigation/shortcuts.ts';
import { t } from '../navigation/text.ts';
import { isPaletteShown, isShortcutsDialogShown, viewsWithKeys } from './menu.ts';

const globalShortcuts = (): readonly Shortcut[] => [
  { key: '?', description: t('Show keyboard shortcuts'), run: () => (isShortcutsDialogShown.value = true) },
  {
    key: 'mod+k',
    description: t('Search and run commands'),
    run: () => (isPaletteShown.value = true),
  },
  {
    key: '/',
    description: t('Search'),
    run: () => (isPaletteShown.value = true),
  },
  {
    key: '[',
    description: t('Show or hide the labels of the sidebar'),
    run: () => setSidebarNarrow(!isSidebarNarrow.peek()),
  },
  ...viewsWithKeys().map(({ key, name, path }) => ({
    key,
    description: t`Go to ${name}`,
    run: () => navigate(path),
  })),
];

const loadList = async () => (await import('./shortcut-list.tsx')).ShortcutList;
const noProps = {};

/** The shortcuts that work in each view, and the dialog that lists all current shortcuts. */
export function GlobalShortcuts() {
  useShortcuts(useMemo(globalShortcuts, [me.value?.permissions.join()]));
  if (!isShortcutsDialogShown.value) return null;
  return (
    <Dialog title="Keyboard shortcuts" close={() => (isShortcutsDialogShown.value = false)}>
      <Lazy load={loadList} props={noProps} />
    </Dialog>
  );
}
