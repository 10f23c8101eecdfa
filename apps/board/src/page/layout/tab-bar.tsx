import { useSignal } from '@preact/signals';
import BookOpen from '~icons/lucide/book-open';
import MenuIcon from '~icons/lucide/menu';
import User from '~icons/lucide/user';
import { logOut } from '../api/session.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/marks/icon.tsx';
import { Link } from '../navigation/link.tsx';
import { setTheme, theme, themes } from '../navigation/preferences.ts';
import { location } from '../navigation/router.ts';
import { currentHelp } from './help-menu.tsx';
import { isHelpShown, type NamedView, visibleViews } from './menu.ts';
import { iconOf, isCurrentView } from './sidebar.tsx';

/** The views of the bar. All others are in the dialog. */
const barViews: readonly NamedView['icon'][] = ['home', 'releases', 'calendar', 'automation'];

function MoreDialog({ close }: { readonly close: () => void }) {
  const views = visibleViews().filter(({ icon }) => !barViews.includes(icon));
  return (
    <Dialog title="More" close={close}>
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
            {name === 'system' ? 'System' : name === 'light' ? 'Light' : 'Dark'}
          </button>
        ))}
      </fieldset>
      <div class="actions">
        <button
          type="button"
          onClick={() => {
            close();
            isHelpShown.value = true;
          }}
        >
          Keyboard shortcuts
        </button>
        <button type="button" onClick={() => void logOut()}>
          Log out
        </button>
      </div>
    </Dialog>
  );
}

/** The navigation on narrow screens, at the bottom of the page. */
export function TabBar() {
  const { path } = location.value;
  /** The path at which the dialog was opened. It closes when a link opens another one. */
  const openedAt = useSignal<string | null>(null);
  return (
    <>
      <nav class="tabbar" aria-label="Main, narrow">
        {visibleViews()
          .filter(({ icon }) => barViews.includes(icon))
          .map((view) => (
            <Link key={view.pattern} to={view.pattern} current={isCurrentView(view.pattern, path)}>
              <Icon of={iconOf(view)} size="large" />
              {view.name}
            </Link>
          ))}
        <button type="button" onClick={() => (openedAt.value = path)} aria-haspopup="dialog">
          <Icon of={MenuIcon} size="large" />
          More
        </button>
      </nav>
      {openedAt.value === path && <MoreDialog close={() => (openedAt.value = null)} />}
    </>
  );
}
