import type { ReleasePageResponse } from '@slipway/api-schema/search';
import { createPagedQuery, type PagedQuery } from '../../api/paged-query.ts';
import { read } from '../../api/rest.ts';
import { pageSize } from '../../components/table.tsx';
import { filterOf, type ReleaseQuery, requestPath } from './query.ts';

/** The requested page of a list, kept current. */
export const createReleasePageQuery = (query: () => ReleaseQuery): PagedQuery<ReleasePageResponse> =>
  createPagedQuery(query, (requested) => read(requestPath(requested, pageSize), filterOf(requested)));
