import { lastSegment } from '../../../navigation/ids.ts';
import {
  choiceParam,
  optionalParam,
  type StateOf,
  textParam,
  urlState,
  withParams,
} from '../../../navigation/url-state.ts';
import { waitFilters } from './wait-kinds.ts';

const [[allKinds], ...kinds] = waitFilters;

/** The query parameters of the tab with the waiting tasks of a folder. */
export const waitingUrl = urlState({
  tab: choiceParam('form', ['inside', 'waiting']),
  /** Empty for all tasks except assigned ones that a user completes. */
  kind: choiceParam('waitsFor', [allKinds, ...kinds.map(([kind]) => kind)]),
  text: textParam('text'),
  /** The key of the page; null for the first page. */
  after: optionalParam('after'),
});

/** The query of the list. */
export type WaitingQuery = StateOf<typeof waitingUrl>;

/** Returns the path of the request for a page. */
export function requestPath(folderId: string, query: WaitingQuery, count: number): string {
  const params = waitingUrl.params({ ...query, tab: 'inside', text: query.text.trim() });
  params.set('resultsPerPage', String(count));
  return withParams(`/folders/${lastSegment(folderId)}/waiting-tasks`, params);
}
