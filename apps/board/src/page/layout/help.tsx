import { useMemo } from 'preact/hooks';
import { me } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { hasCharacterShortcuts, isSidebarNarrow, setSidebarNarrow } from '../navigation/preferences.ts';
import { navigate } from '../navigation/router.ts';
import { type Shortcut, shortcuts, useShortcuts } from '../navigation/shortcuts.ts';
import { isHelpShown, isPaletteShown, viewsWithKeys } from './menu.ts';

const globalShortcuts = (): readonly Shortcut[] => [
  { key: '?', description: 'Show keyboard shortcuts', run: () => (isHelpShown.value = true) },
  {
    key: 'mod+k',
    description: 'Search and run commands',
    run: () => (isPaletteShown.value = true),
  },
  {
    key: '/',
    description: 'Search',
    run: () => (isPaletteShown.value = true),
  },
  {
    key: '[',
    description: 'Show or hide the labels of the sidebar',
    run: () => setSidebarNarrow(!isSidebarNarrow.peek()),
  },
  ...viewsWithKeys().map(({ key, name, path }) => ({
    key,
    description: `Go to ${name}`,
    run: () => navigate(path),
  })),
];

const keyLabel = (key: string): string => key.replace('mod+', '⌘ or Ctrl + ');

/** The global shortcuts, and a dialog with all current shortcuts. */
export function Help() {
  useShortcuts(useMemo(globalShortcuts, [me.value?.permissions.join()]));
  if (!isHelpShown.value) return null;
  return (
    <Dialog title="Keyboard shortcuts" close={() => (isHelpShown.value = false)}>
      {!hasCharacterShortcuts.value && <p class="hint">Single-key shortcuts are turned off in your account.</p>}
      <dl class="keys">
        {shortcuts.value.map(({ key, description }) => (
          <div key={key}>
            <dt>
              <kbd>{keyLabel(key)}</kbd>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
