import { type ReadonlySignal, signal } from '@preact/signals';
import type { ReleasePageAnswer } from '@slipway/wire';
import { Away, sentenceOf } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { withSameParts } from '../../data/same-parts.ts';
import { together } from '../../data/together.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { filterOf, pageOf, type ReleaseQuery } from './query.ts';

/** A page of releases. */
export interface Found {
  readonly page: ReadonlySignal<ReleasePageAnswer | undefined>;
  readonly refusal: ReadonlySignal<string | null>;
  refresh(): Promise<void>;
}

/** The page of a list that is asked for, as it is now. */
export function found(query: () => ReleaseQuery): Found {
  const page = signal<ReleasePageAnswer | undefined>(undefined);
  const refusal = signal<string | null>(null);
  const refresh = together(async () => {
    const asked = query();
    try {
      const path = `/releases/search/page?${pageOf(asked, rowsOfPage)}`;
      page.value = withSameParts(page.peek(), await read<ReleasePageAnswer>(path, filterOf(asked)));
      refusal.value = null;
    } catch (error) {
      if (!(error instanceof Away)) refusal.value = sentenceOf(error);
    }
  });
  return { page, refusal, refresh };
}
