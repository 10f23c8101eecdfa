import BookOpen from '~icons/lucide/book-open';
import User from '~icons/lucide/user';
import { logOut } from '../api/session.ts';
import { Icon } from '../components/marks/icon.tsx';
import { Link } from '../navigation/link.tsx';
import { setTheme, theme, themes } from '../navigation/preferences.ts';
import { t } from '../navigation/text.ts';
import { currentHelp } from './help-menu.tsx';
import { isShortcutsDialogShown, type NamedView } from './menu.ts';
import { iconOf } from './sidebar.tsx';

interface Props {
  /** The views that the bar does not show. */
  readonly views: readonly NamedView[];
  readonly close: () => void;
}

/** The other views, the account, the theme and the help, in the dialog of narrow screens. It is loaded on first use. */
export const MoreMenu = ({ views, close }: Props) => (
  <>
    <nav class="views" aria-label="More views">
      {views.map((view) => (
        <Link key={view.pattern} to={view.pattern}>
          <Icon of={iconOf(view)} />
          {view.name}
        </Link>
      ))}
      <Link to="/me">
        <Icon of={User} />
        Your account
      </Link>
      <Link to={currentHelp()}>
        <Icon of={BookOpen} />
        Help for this page
      </Link>
    </nav>
    <fieldset class="segments" aria-label="Theme">
      {themes.map((name) => (
        <button key={name} type="button" aria-pressed={theme.value === name} onClick={() => setTheme(name)}>
          {name === 'system' ? t('System theme') : name === 'light' ? t('Light theme') : t('Dark theme')}
        </button>
      ))}
    </fieldset>
    <div class="actions">
      <button
        type="button"
        onClick={() => {
          close();
          isShortcutsDialogShown.value = true;
        }}
      >
        Keyboard shortcuts
      </button>
      <button type="button" onClick={() => void logOut()}>
        Log out
      </button>
    </div>
  </>
);
