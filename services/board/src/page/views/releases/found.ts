import { type ReadonlySignal, signal } from '@preact/signals';
import type { ReleaseOverview } from '@slipway/wire';
import { Away, sentenceOf } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { together } from '../../data/together.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { filterOf, type ReleaseQuery } from './query.ts';

/** A page of releases. */
export interface Found {
  readonly rows: ReadonlySignal<readonly ReleaseOverview[] | undefined>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly refusal: ReadonlySignal<string | null>;
  refresh(): Promise<void>;
}

/** The page of a list that is asked for: one release more tells whether there is another page. */
export function found(query: () => ReleaseQuery): Found {
  const rows = signal<readonly ReleaseOverview[] | undefined>(undefined);
  const hasMore = signal(false);
  const refusal = signal<string | null>(null);
  const refresh = together(async () => {
    const asked = query();
    const page = `pageIsOffset=true&page=${asked.from}&resultsPerPage=${rowsOfPage + 1}`;
    try {
      const all = await read<readonly ReleaseOverview[]>(`/releases/search/overview?${page}`, filterOf(asked));
      rows.value = all.slice(0, rowsOfPage);
      hasMore.value = all.length > rowsOfPage;
      refusal.value = null;
    } catch (error) {
      if (!(error instanceof Away)) refusal.value = sentenceOf(error);
    }
  });
  return { rows, hasMore, refusal, refresh };
}
