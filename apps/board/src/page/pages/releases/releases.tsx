import { useSignal } from '@preact/signals';
import type { ListedRelease, ReleasePageResponse } from '@slipway/api-schema/search';
import { useEffect, useMemo } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import { textOf } from '../../api/language.ts';
import { read } from '../../api/rest.ts';
import { Lazy } from '../../components/lazy.tsx';
import { Moment, None } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { isFinished, StatusBadge } from '../../components/status.tsx';
import { type Column, KeyPager, pageSize, Table } from '../../components/table.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { Filters } from './filters.tsx';
import { createForecasts, type Forecasts } from './forecasts.ts';
import { NewRelease } from './new-release.tsx';
import { EstimatedEnd, Progress } from './progress.tsx';
import { filterOf, type PageKey, type ReleaseQuery, releasesUrl, requestPath } from './query.ts';
import { RiskBadge, type Thresholds } from './risk-badge.tsx';
import { SavedViews } from './saved-views.tsx';

interface Counts {
  readonly live: { readonly total: number };
  readonly archived: { readonly total: number };
}

/**
 * The number of matching releases. It is loaded on request, because counting a large archive takes longer than a page.
 */
function ReleaseCount({ query }: { readonly query: ReleaseQuery }) {
  const resultText = useSignal('');
  const filter = JSON.stringify(filterOf(query));
  useEffect(() => {
    resultText.value = '';
  }, [filter]);
  const loadCount = async (): Promise<void> => {
    try {
      const { live, archived } = await read<Counts>('/releases/count', filterOf(query));
      resultText.value = `${live.total.toLocaleString()} live, ${archived.total.toLocaleString()} archived`;
    } catch (error) {
      resultText.value = textOf(messageOf(error));
    }
  };
  return (
    <p class="actions">
      <button type="button" onClick={() => void loadCount()}>
        Count all matches
      </button>
      <span role="status">{resultText}</span>
    </p>
  );
}

const topicsByLocation: Readonly<Record<ReleaseQuery['where'], readonly Topic[]>> = {
  '': ['list=releases', 'list=archive'],
  live: ['list=releases'],
  archive: ['list=archive'],
};
const noTopics: readonly Topic[] = [];

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const noProps = {};

const idOf = ({ id }: { readonly id: string }): string => id;

/** Returns the columns of a list of releases. Archived releases have no forecast. */
const columnsFor = (forecasts: Forecasts, thresholds: Thresholds | undefined): readonly Column<ListedRelease>[] => [
  {
    name: 'Release',
    order: 'title',
    cell: ({ id, title, archived }) => (
      <>
        <Link to={`/releases/${lastSegment(id)}${archived ? '?archive=yes' : ''}`}>{title}</Link>
        {archived && <span class="type"> archived</span>}
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'Progress',
    cell: ({ id, archived }) =>
      archived ? <None /> : <Progress key={id} id={lastSegment(id)} forecasts={forecasts} />,
  },
  {
    name: 'Risk',
    order: 'risk',
    cell: ({ riskScore }) => <RiskBadge score={Number(riskScore)} thresholds={thresholds} />,
  },
  { name: 'Start', order: 'start_date', cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: 'Due or ended', order: 'end_date', cell: ({ endDate, dueDate }) => <Moment at={endDate ?? dueDate} /> },
  {
    name: 'Estimated end',
    cell: (release) =>
      release.archived || isFinished(release) ? (
        <None />
      ) : (
        <EstimatedEnd id={lastSegment(release.id)} forecasts={forecasts} />
      ),
  },
  { name: 'Owner', cell: ({ owner }) => owner ?? '–' },
  { name: 'Tags', cell: ({ tags }) => tags.join(', ') || '–' },
];

/** The links to other pages. Previous and Next do nothing while a new query loads, because its page keys differ. */
function PageLinks({ list }: { readonly list: PagedList<ReleaseQuery, ReleasePageResponse> }) {
  const { next, previous } = list.page ?? {};
  const goToPage = (pageKey: PageKey | null, message: string) => () => {
    if (pageKey !== null && !list.isCurrent()) return;
    list.change({ pageKey });
    announce(message);
  };
  return (
    <KeyPager
      first={list.query.pageKey === null ? undefined : goToPage(null, 'First page')}
      previous={previous === undefined ? undefined : goToPage({ direction: 'before', key: previous }, 'Previous page')}
      next={next === undefined ? undefined : goToPage({ direction: 'after', key: next }, 'Next page')}
    />
  );
}

/** All visible releases, live or archived, with filters and order. The URL contains the query. */
export function Releases() {
  const list = usePagedList<ReleaseQuery, ReleasePageResponse>({
    ...{ path: '/releases', urlState: releasesUrl, topicsOf: ({ where }: ReleaseQuery) => topicsByLocation[where] },
    ...{ firstPage: { pageKey: null }, typedFilters: ['title', 'tags', 'taskTags', 'begin', 'end'] },
    load: (query) => read(requestPath(query, pageSize), filterOf(query)),
  });
  const forecasts = useMemo(() => createForecasts(), []);
  const thresholds = useEntity<Thresholds>('/risks/config', noTopics).value.value;
  const columns = useMemo(() => columnsFor(forecasts, thresholds), [forecasts, thresholds]);
  useEffect(() => {
    document.title = 'Releases · Slipway';
  }, []);
  const { query, page, isDefault } = list;
  const { order, isDescending } = query;
  const sort = (column: string): void => {
    const sorted = releasesUrl.parse(new URLSearchParams({ order: column })).order;
    list.change({ order: sorted, isDescending: sorted === order ? !isDescending : sorted !== 'title' });
  };
  const isEmpty = page?.releases.length === 0;
  return (
    <section>
      <h1>Releases</h1>
      <SavedViews address={list.urlWith({})} />
      <Filters query={query} change={list.change} />
      <NewRelease />
      <Refusal message={list.refusal} />
      {page && page.releases.length > 0 && (
        <Table
          caption="Releases"
          columns={columns}
          rows={page.releases}
          keyOf={idOf}
          sorting={{ column: order, isDescending }}
          sort={sort}
          isFixedLayout
        />
      )}
      {isEmpty && <p class="empty">{isDefault ? 'No releases yet' : 'No releases match these filters'}</p>}
      {isEmpty && isDefault && <Lazy load={loadFirstSteps} props={noProps} />}
      {(page || list.refusal) && <PageLinks list={list} />}
      {page && <ReleaseCount query={query} />}
    </section>
  );
}
