import ArrowRight from '~icons/lucide/arrow-right';
import Clock from '~icons/lucide/clock';
import FilePlus2 from '~icons/lucide/file-plus-2';
import Globe from '~icons/lucide/globe';
import Keyboard from '~icons/lucide/keyboard';
import LogOut from '~icons/lucide/log-out';
import Monitor from '~icons/lucide/monitor';
import Moon from '~icons/lucide/moon';
import Sun from '~icons/lucide/sun';
import Zap from '~icons/lucide/zap';
import { logOut } from '../../api/session.ts';
import type { IconNode } from '../../components/marks/icon.tsx';
import { paletteActions } from '../../navigation/palette-actions.ts';
import { isUtc, setTheme, showUtc } from '../../navigation/preferences.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { isShortcutsDialogShown, paletteTargets } from '../menu.ts';
import { iconOf } from '../sidebar.tsx';
import { containsText, type Hit, linkHit, recentHits } from './sources.ts';

const actionHit = (name: string, icon: IconNode, run: () => void): Hit => ({
  ...{ group: t('Actions'), icon, kind: t('Action'), key: name, name, run },
  missingPermission: null,
});

/** Returns the actions of the current view. */
const viewActions = (): readonly Hit[] =>
  paletteActions.value.map((entry) => ({
    ...entry,
    ...{ group: t('Actions'), icon: Zap, kind: t('Action'), key: `here ${entry.name}` },
  }));

/** Starts a new release with the choice of a template. Some views have an action of their own for it. */
const newRelease = (): readonly Hit[] =>
  paletteActions.value.some(({ name }) => name === t('New release'))
    ? []
    : [actionHit(t('New release…'), FilePlus2, () => navigate('/templates'))];

const globalActions = (): readonly Hit[] => [
  ...newRelease(),
  actionHit(t('Use light theme'), Sun, () => setTheme('light')),
  actionHit(t('Use dark theme'), Moon, () => setTheme('dark')),
  actionHit(t('Use system theme'), Monitor, () => setTheme('system')),
  isUtc.value
    ? actionHit(t('Show times in my time zone'), Clock, () => showUtc(false))
    : actionHit(t('Show times in UTC'), Globe, () => showUtc(true)),
  { ...actionHit(t('Keyboard shortcuts'), Keyboard, () => (isShortcutsDialogShown.value = true)), shortcut: '?' },
  actionHit(t('Log out'), LogOut, () => void logOut()),
];

const viewHits = (): readonly Hit[] =>
  paletteTargets().map(({ name, path, icon, key }) => ({
    ...linkHit({ group: t('Go to'), icon: icon ? iconOf({ icon }) : ArrowRight, kind: t('View') }, name, path),
    shortcut: key?.toUpperCase(),
  }));

/** Returns the results that need no request: actions, views, and without a text the objects that were opened last. */
export const localHits = (text: string): readonly Hit[] => [
  ...(text === '' ? recentHits() : []),
  ...[...viewActions(), ...globalActions(), ...viewHits()].filter(({ name }) => containsText(text, name)),
];
