import type { ReleasePageResponse } from '@slipway/wire';
import { type PagedQuery, createPagedQuery } from '../../data/answers.ts';
import { read } from '../../data/rest.ts';
import { pageSize } from '../../parts/table.tsx';
import { requestPath, filterOf, type ReleaseQuery } from './query.ts';

/** The requested page of a list, kept current. */
export const createReleasePageQuery = (query: () => ReleaseQuery): PagedQuery<ReleasePageResponse> =>
  createPagedQuery(query, (requested) => read(requestPath(requested, pageSize), filterOf(requested)));
