import { useMemo } from 'preact/hooks';
import { me } from '../data/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { type Shortcut, shortcuts, useShortcuts } from '../place/keys.ts';
import { go } from '../place/router.ts';
import { offeredViews } from './offered.ts';
import { isHelpShown, isPaletteShown } from './shown-dialogs.ts';

const everywhere = (): readonly Shortcut[] => [
  { key: '?', does: 'Shows these keys', run: () => (isHelpShown.value = true) },
  {
    key: 'mod+k',
    does: 'Finds releases, tasks, templates, folders, views and actions',
    run: () => (isPaletteShown.value = true),
  },
  ...offeredViews().flatMap(({ key, name, pattern }) =>
    key === undefined ? [] : [{ key, does: `Goes to ${name}`, run: () => go(pattern) }],
  ),
];

const shown = (key: string): string => key.replace('mod+', '⌘ or Ctrl + ');

/** The keys that do something everywhere, and the list of all that do something here. */
export function Help() {
  useShortcuts(useMemo(everywhere, [me.value?.permissions.join()]));
  if (!isHelpShown.value) return null;
  return (
    <Dialog title="Keys" close={() => (isHelpShown.value = false)}>
      <dl class="keys">
        {shortcuts.value.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{shown(key)}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
