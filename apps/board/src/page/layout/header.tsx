import { useEffect, useRef } from 'preact/hooks';
import { logOut, me } from '../api/session.ts';
import { Link } from '../navigation/link.tsx';
import { nextTheme, setTheme, theme } from '../navigation/preferences.ts';
import { location } from '../navigation/router.ts';
import { firstView } from '../pages/views.ts';
import { isHelpShown, isPaletteShown, visibleViews } from './menu.ts';

/** Whether the current path is this view or a path below it. */
const isCurrentView = (pattern: string, path: string): boolean =>
  path === pattern || path.startsWith(`${pattern}/`) || (path === '/' && pattern === firstView);

/** The navigation. On narrow screens it is a row that scrolls to the current view. */
function Navigation() {
  const row = useRef<HTMLElement>(null);
  const { path } = location.value;
  const isUserLoaded = me.value !== undefined;
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft;
  }, [path, isUserLoaded]);
  return (
    <nav ref={row} aria-label="Main">
      {visibleViews().map(({ pattern, name }) => (
        <Link key={pattern} to={pattern} current={isCurrentView(pattern, path)}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The header of the page. */
export const Header = () => (
  <header class="top">
    <a class="skip" href="#main">
      Skip to content
    </a>
    <Link to="/" class="brand">
      Slipway
    </Link>
    <Navigation />
    <div class="tools">
      <button
        type="button"
        onClick={() => (isPaletteShown.value = true)}
        aria-label="Search or jump to…"
        aria-keyshortcuts="Meta+K Control+K"
      >
        Search
      </button>
      <button type="button" class="wide" onClick={() => setTheme(nextTheme(theme.value))}>
        Theme: {theme}
      </button>
      <button
        type="button"
        onClick={() => (isHelpShown.value = true)}
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
      >
        ?
      </button>
      <Link to="/me" class="button" label={`Account of ${me.value?.username}`}>
        {me.value?.username}
      </Link>
      <button type="button" onClick={() => void logOut()}>
        Log out
      </button>
    </div>
  </header>
);
