import { computed, useSignalEffect } from '@preact/signals';
import type { ReleasePageAnswer } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import { useEntity } from '../../live/use-entity.ts';
import { useLive } from '../../live/use-live.ts';
import type { Want } from '../../live/wants.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { KeyPager } from '../../parts/rows/key-pager.tsx';
import { Table } from '../../parts/table.tsx';
import { announce } from '../../place/announce.ts';
import { go, place, restate } from '../../place/router.ts';
import { columnsFor } from './columns.tsx';
import { Count } from './count.tsx';
import { Filters } from './filters.tsx';
import { found } from './found.ts';
import { NewRelease } from './new-release.tsx';
import { createOutlooks } from './outlooks.ts';
import { addressOf, type Edge, queryIn, type ReleaseQuery } from './query.ts';
import type { Thresholds } from './risk-mark.tsx';
import { SavedViews } from './saved-views.tsx';

const typed: readonly string[] = ['title', 'tags', 'taskTags', 'begin', 'end'] satisfies (keyof ReleaseQuery)[];

/** Whether something is typed, which is no step to come back to. */
const isTyped = (changes: Partial<ReleaseQuery>): boolean => Object.keys(changes).some((name) => typed.includes(name));

const wants: Readonly<Record<ReleaseQuery['where'], readonly Want[]>> = {
  '': ['list=releases', 'list=archive'],
  live: ['list=releases'],
  archive: ['list=archive'],
};
const unwatched: readonly Want[] = [];

const loadFirstSteps = async () => (await import('../first-steps/first-steps.tsx')).FirstSteps;
const nothing = {};

const idOf = ({ id }: { readonly id: string }): string => id;

interface PagesProps {
  readonly query: ReleaseQuery;
  readonly page: Pick<ReleasePageAnswer, 'next' | 'previous'>;
  /** answers whether it went there: where a page is still awaited, the keys of the one before lead nowhere */
  readonly turn: (edge: Edge | null) => boolean;
}

/** The ways to other pages of the list. */
function Pages({ query: { edge }, page: { next, previous }, turn: turnTo }: PagesProps) {
  const turn = (to: Edge | null, told: string) => () => {
    if (turnTo(to)) announce(told);
  };
  return (
    <KeyPager
      first={edge === null ? undefined : turn(null, 'First page')}
      previous={previous === undefined ? undefined : turn({ way: 'before', of: previous }, 'Previous page')}
      next={next === undefined ? undefined : turn({ way: 'after', of: next }, 'Next page')}
    />
  );
}

/** All visible releases, live and archived, with filters and order; the address contains the query. */
export function Releases() {
  const query = useMemo(() => computed(() => queryIn(place.value.query)), []);
  const list = useMemo(() => found(() => query.peek()), []);
  const outlooks = useMemo(() => createOutlooks(), []);
  const thresholds = useEntity<Thresholds>('/risks/config', unwatched).value.value;
  const columns = useMemo(() => columnsFor(outlooks, thresholds), [outlooks, thresholds]);
  useLive(wants[query.value.where], list.refresh);
  useEffect(() => {
    document.title = 'Releases · Slipway';
  }, []);
  useSignalEffect(() => {
    if (query.value) void list.refresh();
  });
  const { order, isDescending } = query.value;
  const change = (changes: Partial<ReleaseQuery>): void => {
    const address = addressOf({ ...query.peek(), edge: null, ...changes });
    if (isTyped(changes)) restate(address);
    else go(address);
  };
  const sort = (by: string): void => {
    const sorted = queryIn(new URLSearchParams({ order: by })).order;
    change({ order: sorted, isDescending: sorted === order ? !isDescending : sorted !== 'title' });
  };
  const turn = (edge: Edge | null): boolean => {
    if (edge !== null && !list.isCurrent()) return false;
    change({ edge });
    return true;
  };
  const page = list.value.value;
  const isEmpty = page?.releases.length === 0;
  const isAll = addressOf(query.value) === '/releases';
  return (
    <section>
      <h1>Releases</h1>
      <SavedViews address={addressOf({ ...query.value, edge: null })} />
      <Filters query={query.value} change={change} />
      <NewRelease />
      <Refusal sentence={list.refusal.value} />
      {page && page.releases.length > 0 && (
        <Table
          caption="Releases"
          columns={columns}
          rows={page.releases}
          keyOf={idOf}
          sorting={{ by: order, isDescending }}
          sort={sort}
          isSteady
        />
      )}
      {isEmpty && <p class="empty">{isAll ? 'There is no release that you may see.' : 'No release matches.'}</p>}
      {isEmpty && isAll && <Loaded load={loadFirstSteps} given={nothing} />}
      {(page || list.refusal.value) && <Pages query={query.value} page={page ?? nothing} turn={turn} />}
      {page && <Count query={query.value} />}
    </section>
  );
}
