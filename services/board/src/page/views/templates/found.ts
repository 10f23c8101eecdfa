import { computed, type ReadonlySignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { type Answers, answersTo } from '../../data/answers.ts';
import { read } from '../../data/rest.ts';
import { rowsOfPage } from '../../parts/table.tsx';
import { pathOf, type TemplateQuery } from './query.ts';

/** A template as lists have it. */
export type Listed = Omit<ReleaseAnswer, 'phases'>;

/** A page of templates. */
interface Found extends Pick<Answers<readonly Listed[]>, 'refusal' | 'refresh'> {
  readonly rows: ReadonlySignal<readonly Listed[] | undefined>;
  readonly hasMore: ReadonlySignal<boolean>;
}

const ask = (query: TemplateQuery, page: number, count: number) => read<readonly Listed[]>(pathOf(query, page, count));

/** The requested page of a list; after a full page, another request finds out whether there are more. */
export function found(query: () => TemplateQuery): Found {
  const { value, refusal, refresh } = answersTo(query, async (asked) => {
    const rows = await ask(asked, Math.floor(asked.from / rowsOfPage), rowsOfPage);
    const hasMore = rows.length === rowsOfPage && (await ask(asked, asked.from + rowsOfPage, 1)).length > 0;
    return { rows, hasMore };
  });
  return {
    rows: computed(() => value.value?.rows),
    hasMore: computed(() => value.value?.hasMore === true),
    ...{ refusal, refresh },
  };
}
