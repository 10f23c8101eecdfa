import { computed, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useLive } from '../../live/use-live.ts';
import type { Want } from '../../live/wants.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import { announce } from '../../place/announce.ts';
import { go, place, restate } from '../../place/router.ts';
import { columnsOf } from './columns.tsx';
import { Filters } from './filters.tsx';
import { found } from './found.ts';
import { addressOf, queryIn, type ReleaseQuery } from './query.ts';

/** Whether something is typed, which is no step to come back to. */
const isTyped = (changes: Partial<ReleaseQuery>): boolean => 'title' in changes || 'tags' in changes;

const live: readonly Want[] = ['list=releases'];
const archive: readonly Want[] = ['list=archive'];

/** All releases that somebody may see, by whatever filter and order; what is asked for stands in the address. */
export function Releases() {
  const query = useMemo(() => computed(() => queryIn(place.value.query)), []);
  const list = useMemo(() => found(() => query.peek()), []);
  useLive(query.value.isArchive ? archive : live, list.refresh);
  useEffect(() => {
    document.title = 'Releases · Slipway';
  }, []);
  useSignalEffect(() => {
    if (query.value.from >= 0) void list.refresh();
  });
  const { order, isDescending, from } = query.value;
  const change = (changes: Partial<ReleaseQuery>): void => {
    const address = addressOf({ ...query.peek(), from: 0, ...changes });
    if (isTyped(changes)) restate(address);
    else go(address);
  };
  const sort = (by: string): void => {
    const sorted = queryIn(new URLSearchParams({ order: by })).order;
    change({ order: sorted, isDescending: sorted === order ? !isDescending : sorted !== 'title' });
  };
  const turn = (to: number): void => {
    change({ from: to });
    announce(`Releases from ${to + 1}`);
  };
  const rows = list.rows.value;
  return (
    <section>
      <h1>Releases</h1>
      <Filters query={query.value} change={change} />
      <Refusal sentence={list.refusal.value} />
      {rows && rows.length > 0 && (
        <Table
          caption="Releases"
          columns={columnsOf(query.value.isArchive)}
          rows={rows}
          keyOf={({ id }) => id}
          sorting={{ by: order, isDescending }}
          sort={sort}
        />
      )}
      {rows?.length === 0 && <p class="empty">No release is like this.</p>}
      <Pager from={from} count={rows?.length ?? 0} hasMore={list.hasMore.value} turn={turn} />
    </section>
  );
}
