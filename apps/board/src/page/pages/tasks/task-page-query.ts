import type { MyTasksResponse } from '@slipway/api-schema/search';
import { createPagedQuery, type PagedQuery } from '../../api/paged-query.ts';
import { read } from '../../api/rest.ts';
import { pageSize } from '../../components/table.tsx';
import { requestPath, type TaskQuery } from './query.ts';

/** The requested page; `isEmpty` is called if a later page has become empty. */
export const createTaskPageQuery = (
  query: () => TaskQuery,
  onEmpty: (requested: TaskQuery) => void,
): PagedQuery<MyTasksResponse> =>
  createPagedQuery(query, async (requested) => {
    const page = await read<MyTasksResponse>(requestPath(requested, pageSize));
    if (page.tasks.length > 0 || requested.after === null) return page;
    onEmpty(requested);
    return undefined;
  });
