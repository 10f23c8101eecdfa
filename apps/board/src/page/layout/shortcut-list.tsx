import { hasCharacterShortcuts } from '../navigation/preferences.ts';
import { shortcuts } from '../navigation/shortcuts.ts';
import { t } from '../navigation/text.ts';

const keyLabel = (key: string): string => key.replace('mod+', t('⌘ or Ctrl + '));

/** All current shortcuts, with the setting that turns some of them off. It is loaded on first use. */
export const ShortcutList = () => (
  <>
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
  </>
);
