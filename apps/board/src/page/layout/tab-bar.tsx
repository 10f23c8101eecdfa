import { useSignal } from '@preact/signals';
import MenuIcon from '~icons/lucide/menu';
import { Dialog } from '../components/dialog.tsx';
import { Lazy } from '../components/lazy.tsx';
import { Icon } from '../components/marks/icon.tsx';
import { Link } from '../navigation/link.tsx';
import { location } from '../navigation/router.ts';
import { type NamedView, visibleViews } from './menu.ts';
import { iconOf, isCurrentView } from './sidebar.tsx';

/** The views of the bar. All others are in the dialog. */
const barViews: readonly NamedView['icon'][] = ['home', 'releases', 'calendar', 'automation'];

const loadMenu = async () => (await import('./more-menu.tsx')).MoreMenu;

/** The navigation on narrow screens, at the bottom of the page. */
export function TabBar() {
  const { path } = location.value;
  /** The path at which the dialog was opened. It closes when a link opens another one. */
  const openedAt = useSignal<string | null>(null);
  const close = (): void => {
    openedAt.value = null;
  };
  const views = visibleViews();
  const isInBar = ({ icon }: NamedView): boolean => barViews.includes(icon);
  return (
    <>
      <nav class="tabbar" aria-label="Main, narrow">
        {views.filter(isInBar).map((view) => (
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
      {openedAt.value === path && (
        <Dialog title="More" close={close}>
          <Lazy load={loadMenu} props={{ views: views.filter((view) => !isInBar(view)), close }} />
        </Dialog>
      )}
    </>
  );
}
