import { type Signal, useSignal } from '@preact/signals';
import type { ListedRelease, ReleasePageResponse } from '@slipway/api-schema/search';
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import Sailboat from '~icons/lucide/sailboat';
import { read } from '../../api/rest.ts';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { Lazy } from '../../components/lazy.tsx';
import type { Thresholds } from '../../components/marks/risk-badge.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { selectionShortcuts } from '../../components/selection.tsx';
import { KeyPager, pageSize, Table } from '../../components/table.tsx';
import { type Folder, useFolders } from '../../live/folders.ts';
import { useEntity } from '../../live/queries.ts';
import { subscribe, type Topic } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { useShortcuts } from '../../navigation/shortcuts.ts';
import { t } from '../../navigation/text.ts';
import { ReleaseBulkBar } from './actions/release-bulk-bar.tsx';
import { RowMenu } from './actions/row-menu.tsx';
import { type ReleaseActions, useReleaseActions } from './actions/use-release-actions.ts';
import { columnsFor } from './columns.tsx';
import { ActiveCount, ReleaseCount } from './counts.tsx';
import { ExportButton } from './export/export-button.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { createForecasts } from './forecasts.ts';
import { groupPage } from './grouping.ts';
import { visibleColumns } from './list-columns.ts';
import { NewRelease } from './new-release.tsx';
import { filterOf, type PageKey, type ReleaseQuery, releasesUrl, requestPath } from './query.ts';
import { SaveView, ViewTabs } from './views/saved-views.tsx';
import { useSavedViews } from './views/view-list.ts';

const topicsByLocation: Readonly<Record<ReleaseQuery['where'], readonly Topic[]>> = {
  '': ['list=releases', 'list=archive'],
  live: ['list=releases'],
  archive: ['list=archive'],
};
const noTopics: readonly Topic[] = [];

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const loadDialog = async () => (await import('./actions/action-dialog.tsx')).ActionDialog;
const noProps = {};
/** More columns do not fit beside each other on a usual screen. */
const maxNarrowColumns = 5;
const noReleases: readonly ListedRelease[] = [];

const idOf = ({ id }: { readonly id: string }): string => id;

type ReleaseList = PagedList<ReleaseQuery, ReleasePageResponse>;

/** The links to other pages. Previous and Next do nothing while a new query loads, because its page keys differ. */
function PageLinks({ list }: { readonly list: ReleaseList }) {
  const { next, previous } = list.page ?? {};
  const goToPage = (pageKey: PageKey | null, message: string) => () => {
    if (pageKey !== null && !list.isCurrent()) return;
    list.change({ pageKey });
    announce(message);
  };
  return (
    <KeyPager
      first={list.query.pageKey === null ? undefined : goToPage(null, t('First page'))}
      previous={
        previous === undefined ? undefined : goToPage({ direction: 'before', key: previous }, t('Previous page'))
      }
      next={next === undefined ? undefined : goToPage({ direction: 'after', key: next }, t('Next page'))}
    />
  );
}

/** Loads the names of folders after the first page, which is more important. */
function FolderNames({ folders }: { readonly folders: Signal<readonly Folder[]> }) {
  const all = useFolders();
  useLayoutEffect(() => {
    folders.value = all;
  }, [all]);
  return null;
}

/** Returns the columns of the list, and the release whose menu is open. The columns change only with the settings. */
function useColumns(
  { selection }: ReleaseActions,
  releases: readonly ListedRelease[],
  folders: Signal<readonly Folder[]>,
) {
  const menuId = useId();
  const menuRelease = useSignal<ListedRelease | null>(null);
  const pageIds = useSignal<readonly string[]>([]);
  const forecasts = useMemo(() => createForecasts(), []);
  const visible = visibleColumns.value;
  const thresholdsPath = visible.includes('risk') ? '/risks/config' : null;
  const thresholds = useEntity<Thresholds>(thresholdsPath, noTopics).value.value;
  const context = useMemo(
    () => ({
      ...{ forecasts, selection, folders, menuId, pageIds },
      setMenuRelease: (release: ListedRelease) => {
        menuRelease.value = release;
      },
    }),
    [forecasts, selection],
  );
  useLayoutEffect(() => {
    pageIds.value = releases.map(idOf);
    // Subscribes all rows of a page together, because each change of the topics restarts the stream.
    const liveReleases = releases.filter(({ archived }) => !archived);
    const unsubscribes = liveReleases.map(({ id }) => subscribe(`release=${lastSegment(id)}`, () => {}));
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [releases]);
  const columns = useMemo(() => columnsFor(context, thresholds, visible), [context, thresholds, visible]);
  return { columns, menuId, menuRelease };
}

interface ReleaseTableProps {
  readonly list: ReleaseList;
  readonly releases: readonly ListedRelease[];
  readonly actions: ReleaseActions;
  readonly folders: Signal<readonly Folder[]>;
}

/** The rows with their actions, and the links to other pages. */
function ReleaseTable({ list, releases: page, actions, folders }: ReleaseTableProps) {
  const { group } = list.query;
  const allFolders = folders.value;
  const { releases, headings } = useMemo(() => groupPage(group, page, allFolders), [group, page, allFolders]);
  const { columns, menuId, menuRelease } = useColumns(actions, releases, folders);
  const { order, isDescending } = list.query;
  const { selection, pending, begin: _, run } = actions;
  const { next: nextKey, previous: previousKey } = list.page ?? {};
  useShortcuts(
    useMemo(() => selectionShortcuts(selection, t('release'), () => releases.map(idOf)), [selection, releases]),
  );
  const sort = (column: string): void => {
    const sorted = releasesUrl.parse(new URLSearchParams({ order: column })).order;
    list.change({ order: sorted, isDescending: sorted === order ? !isDescending : sorted !== 'title' });
  };
  const next = pending.value;
  const close = (): void => {
    pending.value = null;
  };
  return (
    <>
      {group !== '' && (
        <p class="hint">The groups contain the releases of this page only. To see a whole group, use a filter.</p>
      )}
      <div class={visibleColumns.value.length > maxNarrowColumns ? 'card release-table many' : 'card release-table'}>
        <Table
          caption="Releases"
          columns={columns}
          rows={releases}
          keyOf={idOf}
          headings={headings}
          sorting={{ column: order, isDescending }}
          sort={sort}
          isFixedLayout
        />
        <footer class="table-foot">
          {(nextKey ?? previousKey) !== undefined ? <ReleaseCount query={list.query} /> : <span />}
          <ExportButton query={list.query} />
          <PageLinks list={list} />
        </footer>
      </div>
      <RowMenu id={menuId} release={menuRelease.value} actions={actions} />
      <ReleaseBulkBar releases={releases} actions={actions} />
      {next !== null && (
        <Lazy load={loadDialog} props={{ pending: next, close, run: (input) => void run(next, input) }} />
      )}
    </>
  );
}

/** The content of an empty list. */
const EmptyList = ({ list }: { readonly list: ReleaseList }) =>
  list.isDefault ? (
    <>
      <EmptyState icon={Sailboat} text="No releases yet" />
      <Lazy load={loadFirstSteps} props={noProps} />
    </>
  ) : (
    <>
      <EmptyState icon={Sailboat} text="No releases match these filters">
        <Link to="/releases" class="button">
          Clear filters
        </Link>
      </EmptyState>
      <footer class="table-foot">
        <PageLinks list={list} />
      </footer>
    </>
  );

/** Whether the list shows the titles of templates, so that the page must contain them. */
const needsTemplates = ({ group }: ReleaseQuery): boolean =>
  group === 'template' || visibleColumns.peek().includes('template');

/** Loads the page again when the user shows a column that needs more data. */
function useColumnData(refresh: () => Promise<void>): void {
  const hasTemplates = visibleColumns.value.includes('template');
  const loaded = useRef(hasTemplates);
  useEffect(() => {
    if (hasTemplates && !loaded.current) void refresh();
    loaded.current = hasTemplates;
  }, [hasTemplates]);
}

/** All visible releases, live or archived, with filters and order. The URL contains the query. */
export function Releases() {
  const list = usePagedList<ReleaseQuery, ReleasePageResponse>({
    ...{ path: '/releases', urlState: releasesUrl, topicsOf: ({ where }: ReleaseQuery) => topicsByLocation[where] },
    ...{ firstPage: { pageKey: null }, typedFilters: ['title', 'tags', 'taskTags', 'begin', 'end'] },
    load: (query) => read(requestPath(query, pageSize, needsTemplates(query)), filterOf(query)),
  });
  useColumnData(list.refresh);
  const folders = useSignal<readonly Folder[]>([]);
  const views = useSavedViews();
  const actions = useReleaseActions(list.refresh);
  useEffect(() => {
    document.title = t('Releases · Slipway');
  }, []);
  const { query, page } = list;
  const releases = page?.releases ?? noReleases;
  const address = list.urlWith({});
  return (
    <section class="list">
      <PageHead title="Releases" meta={<ActiveCount isShown={page !== undefined} />}>
        <SaveView address={address} views={views} />
        <NewRelease />
      </PageHead>
      <ViewTabs address={address} views={views} />
      <FilterBar query={query} change={list.change} folders={folders.value} />
      <Refusal message={list.refusal} retry={list.retry} />
      {releases.length > 0 && <ReleaseTable list={list} releases={releases} actions={actions} folders={folders} />}
      {page && releases.length === 0 && <EmptyList list={list} />}
      {!page && !list.refusal && <Skeleton lines={8} />}
      {!page && list.refusal && <PageLinks list={list} />}
      {page && <FolderNames folders={folders} />}
    </section>
  );
}
