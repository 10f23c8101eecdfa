import type { MyTasksResponse, SavedViewResponse } from '@slipway/api-schema/search';
import CalendarDays from '~icons/lucide/calendar-days';
import ChartLine from '~icons/lucide/chart-line';
import CodeXml from '~icons/lucide/code-xml';
import Folder from '~icons/lucide/folder';
import House from '~icons/lucide/house';
import LayoutTemplate from '~icons/lucide/layout-template';
import PanelLeft from '~icons/lucide/panel-left';
import Sailboat from '~icons/lucide/sailboat';
import Settings from '~icons/lucide/settings';
import ShieldCheck from '~icons/lucide/shield-check';
import Users from '~icons/lucide/users';
import Zap from '~icons/lucide/zap';
import { Icon, type IconNode } from '../components/marks/icon.tsx';
import { useEntity, useQuery } from '../live/queries.ts';
import type { Topic } from '../live/subscriptions.ts';
import { addresses } from '../navigation/addresses.ts';
import { Link } from '../navigation/link.tsx';
import { isNarrow as isScreenNarrow } from '../navigation/narrow.ts';
import { isSidebarNarrow, setSidebarNarrow } from '../navigation/preferences.ts';
import { location } from '../navigation/router.ts';
import { t } from '../navigation/text.ts';
import { Brand } from './brand.tsx';
import { FolderTree } from './folder-tree/folder-tree.tsx';
import { type NamedView, visibleViews } from './menu.ts';
import { UserMenu } from './user-menu.tsx';

const icons: Readonly<Record<NamedView['icon'], IconNode>> = {
  home: House,
  releases: Sailboat,
  templates: LayoutTemplate,
  calendar: CalendarDays,
  automation: Zap,
  folders: Folder,
  insights: ChartLine,
  risk: ShieldCheck,
  people: Users,
  code: CodeXml,
  system: Settings,
};

/** Returns the icon of a view. */
export const iconOf = ({ icon }: Pick<NamedView, 'icon'>): IconNode => icons[icon];

/** Whether the current path is this view or a path below it. */
export const isCurrentView = (pattern: string, path: string): boolean =>
  path === pattern || path.startsWith(`${pattern}/`);

interface ViewLinkProps {
  readonly view: NamedView;
  readonly count?: string | null;
}

const ViewLink = ({ view, count = null }: ViewLinkProps) => (
  <Link to={view.pattern} current={isCurrentView(view.pattern, location.value.path)}>
    <Icon of={iconOf(view)} />
    <span class="label">{view.name}</span>
    {count !== null && <span class="count">{count}</span>}
  </Link>
);

/** The greatest number that is shown in full. */
const maxCount = 999;
const inboxTopics: readonly Topic[] = ['inbox=true'];
const noTopics: readonly Topic[] = [];

/** Returns the number of tasks that wait for the user; null for none, and until it is known. */
function useWaitingCount(): string | null {
  const { value } = useQuery<MyTasksResponse>('/me/tasks?resultsPerPage=1', { topics: inboxTopics });
  const { count = 0 } = value.value ?? {};
  if (count === 0) return null;
  return count > maxCount ? `${maxCount}+` : String(count);
}

/** The maximum number of saved views in the sidebar. */
const maxViews = 5;

function SavedViewLinks() {
  const views = useEntity<readonly SavedViewResponse[]>('/me/views', noTopics).value.value ?? [];
  if (views.length === 0) return null;
  const { path, query } = location.value;
  const address = query.size === 0 ? path : `${path}?${query}`;
  return (
    <nav class="views wide" aria-labelledby="saved-views">
      <h2 id="saved-views">Saved views</h2>
      {views.slice(0, maxViews).map(({ id, name, owner, mine, address: to }) => (
        <Link key={id} to={to} current={to === address} title={mine ? undefined : owner}>
          <span class="dot" />
          <span class="cut">{name}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The link to all folders, and their tree. Narrow screens do not show the sidebar, so the tree is not loaded there. */
function Folders() {
  const to = addresses.folders;
  return (
    <nav class="views" aria-labelledby="sidebar-folders">
      <h2>
        <Link to={to} current={location.value.path === to}>
          <span id="sidebar-folders">Folders</span>
        </Link>
      </h2>
      {!isScreenNarrow.value && <FolderTree />}
    </nav>
  );
}

/** The navigation on wide screens: views, saved views, folders and the user. It can be reduced to icons. */
export function Sidebar() {
  const views = visibleViews();
  const waitingCount = useWaitingCount();
  const isNarrow = isSidebarNarrow.value;
  const toggleLabel = isNarrow ? t('Show sidebar labels') : t('Hide sidebar labels');
  return (
    <aside class="side" aria-label="Sidebar">
      <div class="row">
        <Brand />
        <button
          type="button"
          class="quiet square small"
          aria-label={toggleLabel}
          title={toggleLabel}
          aria-keyshortcuts="["
          onClick={() => setSidebarNarrow(!isNarrow)}
        >
          <Icon of={PanelLeft} />
        </button>
      </div>
      <nav class="views" aria-label="Main">
        {views
          .filter(({ isSecondary, icon }) => isSecondary !== true && (isNarrow || icon !== 'folders'))
          .map((view) => (
            <ViewLink key={view.pattern} view={view} count={view.icon === 'home' ? waitingCount : null} />
          ))}
      </nav>
      <SavedViewLinks />
      {!isNarrow && <Folders />}
      <div class="foot">
        <nav class="views" aria-label="Administration">
          {views
            .filter(({ isSecondary }) => isSecondary === true)
            .map((view) => (
              <ViewLink key={view.pattern} view={view} />
            ))}
        </nav>
        <UserMenu />
      </div>
    </aside>
  );
}
