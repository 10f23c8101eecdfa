import ChevronUp from '~icons/lucide/chevron-up';
import Clock from '~icons/lucide/clock';
import Globe from '~icons/lucide/globe';
import Keyboard from '~icons/lucide/keyboard';
import LogOut from '~icons/lucide/log-out';
import Monitor from '~icons/lucide/monitor';
import Moon from '~icons/lucide/moon';
import Sun from '~icons/lucide/sun';
import User from '~icons/lucide/user';
import { logOut, me } from '../api/session.ts';
import { Menu, type MenuSection } from '../components/controls/menu.tsx';
import { Avatar } from '../components/marks/avatar.tsx';
import { Icon } from '../components/marks/icon.tsx';
import { isUtc, setTheme, showUtc, theme } from '../navigation/preferences.ts';
import { navigate } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { isShortcutsDialogShown } from './menu.ts';

const themes = [
  ['system', t('System theme'), Monitor],
  ['light', t('Light theme'), Sun],
  ['dark', t('Dark theme'), Moon],
] as const;

const sections = (): readonly MenuSection[] => [
  { actions: [{ label: t('Your account'), icon: User, run: () => navigate('/me') }] },
  {
    heading: t('Theme'),
    choices: themes.map(([name, label, icon]) => ({
      ...{ label, icon, isSelected: theme.value === name },
      run: () => setTheme(name),
    })),
  },
  {
    heading: t('Times'),
    choices: [
      { label: t('My time zone'), icon: Clock, isSelected: !isUtc.value, run: () => showUtc(false) },
      { label: 'UTC', icon: Globe, isSelected: isUtc.value, run: () => showUtc(true) },
    ],
  },
  {
    actions: [
      {
        label: t('Keyboard shortcuts'),
        icon: Keyboard,
        shortcut: '?',
        run: () => (isShortcutsDialogShown.value = true),
      },
      { label: t('Log out'), icon: LogOut, run: () => void logOut() },
    ],
  },
];

/** The menu of the logged-in user: account, theme, time zone, keyboard shortcuts and logout. */
export function UserMenu() {
  const user = me.value;
  if (!user) return null;
  const name = user.fullName || user.username;
  return (
    <Menu label={t`Account of ${name}`} sections={sections()} buttonClass="user quiet">
      <Avatar name={name} isNamed />
      <span class="cut">{name}</span>
      <Icon of={ChevronUp} size="small" />
    </Menu>
  );
}
