import { computed, type ReadonlySignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { createPagedQuery, type PagedQuery } from '../../api/paged-query.ts';
import { read } from '../../api/rest.ts';
import { pageSize } from '../../components/table.tsx';
import { pathOf, type TemplateQuery } from './query.ts';

/** A template as lists have it. */
export type TemplateSummary = Omit<ReleaseResponse, 'phases'>;

/** A page of templates. */
interface TemplatePageQuery extends Pick<PagedQuery<readonly TemplateSummary[]>, 'refusal' | 'refresh'> {
  readonly rows: ReadonlySignal<readonly TemplateSummary[] | undefined>;
  readonly hasMore: ReadonlySignal<boolean>;
}

const loadRows = (query: TemplateQuery, page: number, count: number) =>
  read<readonly TemplateSummary[]>(pathOf(query, page, count));

/** The requested page of a list; after a full page, another request finds out whether there are more. */
export function createTemplatePageQuery(query: () => TemplateQuery): TemplatePageQuery {
  const { value, refusal, refresh } = createPagedQuery(query, async (requested) => {
    const rows = await loadRows(requested, Math.floor(requested.from / pageSize), pageSize);
    const hasMore = rows.length === pageSize && (await loadRows(requested, requested.from + pageSize, 1)).length > 0;
    return { rows, hasMore };
  });
  return {
    rows: computed(() => value.value?.rows),
    hasMore: computed(() => value.value?.hasMore === true),
    ...{ refusal, refresh },
  };
}
