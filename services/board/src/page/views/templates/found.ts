import { type ReadonlySignal, signal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { Away, sentenceOf } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { together } from '../../data/together.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { pathOf, type TemplateQuery } from './query.ts';

/** A template as lists have it. */
export type Listed = Omit<ReleaseAnswer, 'phases'>;

/** A page of templates. */
export interface Found {
  readonly rows: ReadonlySignal<readonly Listed[] | undefined>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly refusal: ReadonlySignal<string | null>;
  refresh(): Promise<void>;
}

const ask = (query: TemplateQuery, page: number, count: number) => read<readonly Listed[]>(pathOf(query, page, count));

/** The page of a list that is asked for; after a full one somebody has to look whether there is another template. */
export function found(query: () => TemplateQuery): Found {
  const rows = signal<readonly Listed[] | undefined>(undefined);
  const hasMore = signal(false);
  const refusal = signal<string | null>(null);
  const refresh = together(async () => {
    const asked = query();
    try {
      const page = await ask(asked, Math.floor(asked.from / rowsOfPage), rowsOfPage);
      hasMore.value = page.length === rowsOfPage && (await ask(asked, asked.from + rowsOfPage, 1)).length > 0;
      rows.value = page;
      refusal.value = null;
    } catch (error) {
      if (!(error instanceof Away)) refusal.value = sentenceOf(error);
    }
  });
  return { rows, hasMore, refusal, refresh };
}
