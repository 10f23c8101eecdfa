import ChevronRight from '~icons/lucide/chevron-right';
import Search from '~icons/lucide/search';
import { Icon } from '../components/marks/icon.tsx';
import { crumbs } from '../navigation/breadcrumb.ts';
import { Link } from '../navigation/link.tsx';
import { location } from '../navigation/router.ts';
import { HelpMenu } from './help-menu.tsx';
import { Bell } from './inbox/bell.tsx';
import { isPaletteShown, visibleViews } from './menu.ts';
import { isCurrentView } from './sidebar.tsx';

/** The path to the current view: the folders around its object, or else the view of the navigation that contains it. */
function Breadcrumb() {
  const { path } = location.value;
  const view = visibleViews().find(({ pattern }) => isCurrentView(pattern, path));
  const parts = crumbs.value.length > 0 ? crumbs.value : [{ label: view?.name ?? 'Slipway', to: null }];
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        {parts.map(({ label, to }, index) => (
          <li key={index}>
            {index > 0 && <Icon of={ChevronRight} size="small" />}
            {to === null ? (
              <span class="cut" aria-current={index === parts.length - 1 ? 'page' : undefined}>
                {label}
              </span>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The bar above the view: breadcrumb, search and help. */
export const TopBar = () => (
  <header class="top">
    <a class="skip" href="#main">
      Skip to content
    </a>
    <Breadcrumb />
    <button
      type="button"
      class="seek"
      onClick={() => (isPaletteShown.value = true)}
      aria-keyshortcuts="Meta+K Control+K"
    >
      <Icon of={Search} />
      <span>Search or jump to…</span>
      <kbd>Ctrl K</kbd>
    </button>
    <Bell />
    <HelpMenu />
  </header>
);
