import { computed, useSignalEffect } from '@preact/signals';
import type { ReleasePageResponse } from '@slipway/api-schema/search';
import { useEffect, useMemo } from 'preact/hooks';
import { Lazy } from '../../components/lazy.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { KeyPager } from '../../components/rows/key-pager.tsx';
import { Table } from '../../components/table.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { useEntity } from '../../live/use-entity.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { announce } from '../../navigation/announce.ts';
import { location, navigate, replaceUrl } from '../../navigation/router.ts';
import { columnsFor } from './columns.tsx';
import { Filters } from './filters.tsx';
import { createForecasts } from './forecasts.ts';
import { NewRelease } from './new-release.tsx';
import { type PageKey, parseQuery, queryUrl, type ReleaseQuery } from './query.ts';
import { ReleaseCount } from './release-count.tsx';
import { createReleasePageQuery } from './release-page-query.ts';
import type { Thresholds } from './risk-badge.tsx';
import { SavedViews } from './saved-views.tsx';

const typedFields: readonly string[] = ['title', 'tags', 'taskTags', 'begin', 'end'] satisfies (keyof ReleaseQuery)[];

/** Whether something is typed, which is no step to come back to. */
const isTypedFilter = (changes: Partial<ReleaseQuery>): boolean =>
  Object.keys(changes).some((name) => typedFields.includes(name));

const topicsByLocation: Readonly<Record<ReleaseQuery['where'], readonly Topic[]>> = {
  '': ['list=releases', 'list=archive'],
  live: ['list=releases'],
  archive: ['list=archive'],
};
const noTopics: readonly Topic[] = [];

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const noPage = {};

const idOf = ({ id }: { readonly id: string }): string => id;

interface PageLinksProps {
  readonly query: ReleaseQuery;
  readonly page: Pick<ReleasePageResponse, 'next' | 'previous'>;
  /** answers whether it went there: where a page is still awaited, the keys of the one before lead nowhere */
  readonly goToPage: (pageKey: PageKey | null) => boolean;
}

/** The ways to other pages of the list. */
function PageLinks({ query: { pageKey }, page: { next, previous }, goToPage: changePage }: PageLinksProps) {
  const goToPage = (to: PageKey | null, message: string) => () => {
    if (changePage(to)) announce(message);
  };
  return (
    <KeyPager
      first={pageKey === null ? undefined : goToPage(null, 'First page')}
      previous={previous === undefined ? undefined : goToPage({ direction: 'before', key: previous }, 'Previous page')}
      next={next === undefined ? undefined : goToPage({ direction: 'after', key: next }, 'Next page')}
    />
  );
}

/** All visible releases, live and archived, with filters and order; the address contains the query. */
export function Releases() {
  const query = useMemo(() => computed(() => parseQuery(location.value.query)), []);
  const list = useMemo(() => createReleasePageQuery(() => query.peek()), []);
  const forecasts = useMemo(() => createForecasts(), []);
  const thresholds = useEntity<Thresholds>('/risks/config', noTopics).value.value;
  const columns = useMemo(() => columnsFor(forecasts, thresholds), [forecasts, thresholds]);
  useLiveRefresh(topicsByLocation[query.value.where], list.refresh);
  useEffect(() => {
    document.title = 'Releases · Slipway';
  }, []);
  useSignalEffect(() => {
    if (query.value) void list.refresh();
  });
  const { order, isDescending } = query.value;
  const change = (changes: Partial<ReleaseQuery>): void => {
    const address = queryUrl({ ...query.peek(), pageKey: null, ...changes });
    if (isTypedFilter(changes)) replaceUrl(address);
    else navigate(address);
  };
  const sort = (by: string): void => {
    const sorted = parseQuery(new URLSearchParams({ order: by })).order;
    change({ order: sorted, isDescending: sorted === order ? !isDescending : sorted !== 'title' });
  };
  const goToPage = (pageKey: PageKey | null): boolean => {
    if (pageKey !== null && !list.isCurrent()) return false;
    change({ pageKey });
    return true;
  };
  const page = list.value.value;
  const isEmpty = page?.releases.length === 0;
  const isAll = queryUrl(query.value) === '/releases';
  return (
    <section>
      <h1>Releases</h1>
      <SavedViews address={queryUrl({ ...query.value, pageKey: null })} />
      <Filters query={query.value} change={change} />
      <NewRelease />
      <Refusal sentence={list.refusal.value} />
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
      {isEmpty && <p class="empty">{isAll ? 'There is no release that you may see.' : 'No release matches.'}</p>}
      {isEmpty && isAll && <Lazy load={loadFirstSteps} props={noPage} />}
      {(page || list.refusal.value) && <PageLinks query={query.value} page={page ?? noPage} goToPage={goToPage} />}
      {page && <ReleaseCount query={query.value} />}
    </section>
  );
}
