import type { FilterBody } from '@slipway/api-schema/search';
import { risks } from '../../components/marks/risk-badge.tsx';
import {
  choiceParam,
  flagParam,
  type StateOf,
  textParam,
  type UrlParam,
  urlState,
} from '../../navigation/url-state.ts';

/** A page after or before a key, which REST returns. */
export interface PageKey {
  readonly direction: 'after' | 'before';
  readonly key: string;
}

/** The statuses in the filter, in the order of the life cycle of a release. */
export const selectableStatuses = [
  'PLANNED',
  'IN_PROGRESS',
  'PAUSED',
  'FAILING',
  'FAILED',
  'COMPLETED',
  'ABORTED',
] as const;
export type ReleaseStatus = (typeof selectableStatuses)[number];

/** The groupings of a page. Grouping does not change which releases are on the page. */
export const groupings = ['', 'folder', 'template', 'status'] as const;
export type Grouping = (typeof groupings)[number];

const times = ['LAST_SEVEN_DAYS', 'LAST_MONTH', 'LAST_THREE_MONTHS', 'LAST_SIX_MONTHS', 'LAST_YEAR', 'RANGE'] as const;

const splitList = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const statusesParam: UrlParam<readonly ReleaseStatus[]> = {
  read: (params) =>
    splitList(params.get('status')).flatMap((text) => selectableStatuses.find((status) => status === text) ?? []),
  write: (statuses) => (statuses.length === 0 ? [] : [['status', statuses.join(',')]]),
};

/** An ISO time; empty by default. */
const timeParam = (name: string): UrlParam<string> => ({
  read: (params) => {
    const at = Date.parse(params.get(name) ?? '');
    return Number.isFinite(at) ? new Date(at).toISOString() : '';
  },
  write: (text) => (text === '' ? [] : [[name, text]]),
});

const isDescendingParam: UrlParam<boolean> = {
  read: (params) => params.get('dir') !== 'asc',
  write: (isDescending) => (isDescending ? [] : [['dir', 'asc']]),
};

const pageKeyParam: UrlParam<PageKey | null> = {
  read: (params) => {
    for (const direction of ['after', 'before'] as const) {
      const key = params.get(direction);
      if (key) return { direction, key };
    }
    return null;
  },
  write: (pageKey) => (pageKey === null ? [] : [[pageKey.direction, pageKey.key]]),
};

export const releasesUrl = urlState(
  {
    title: textParam('title'),
    statuses: statusesParam,
    /** The tags as typed, separated by commas. */
    tags: textParam('tags'),
    taskTags: textParam('tasktags'),
    /** The id of a folder. The list contains the releases of the folder and its subfolders. */
    folder: textParam('folder'),
    risk: choiceParam('risk', ['', ...risks]),
    time: choiceParam('time', ['', ...times]),
    begin: timeParam('begin'),
    end: timeParam('end'),
    isMine: flagParam('mine'),
    isFlagged: flagParam('flagged'),
    where: choiceParam('where', ['', 'live', 'archive']),
    order: choiceParam('order', ['start_date', 'end_date', 'risk', 'title']),
    isDescending: isDescendingParam,
    group: choiceParam('group', groupings),
    /** Null for the first page. */
    pageKey: pageKeyParam,
  },
  // Only the time filter RANGE has a begin and an end.
  (state) => (state.time === 'RANGE' ? state : { ...state, begin: '', end: '' }),
);

/** The query of a list of releases. An empty text is no filter. */
export type ReleaseQuery = StateOf<typeof releasesUrl>;

/** Returns the request body of the search. */
export function filterOf(query: ReleaseQuery): Partial<FilterBody> {
  const { time, begin, end } = query;
  const [tags, taskTags] = [splitList(query.tags), splitList(query.taskTags)];
  return {
    ...(query.title.trim() !== '' && { title: query.title.trim() }),
    ...(query.statuses.length > 0 && { statuses: [...query.statuses] }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(taskTags.length > 0 && { taskTags: [...taskTags] }),
    ...(query.folder !== '' && { parentId: query.folder }),
    ...(query.risk !== '' && { riskStatusWithThresholds: { riskStatus: query.risk } }),
    ...(time !== '' && { timeFrame: time }),
    ...(begin !== '' && { from: Date.parse(begin) }),
    ...(end !== '' && { to: Date.parse(end) }),
    ...(query.isMine && { onlyMine: true }),
    ...(query.isFlagged && { onlyFlagged: true }),
    orderBy: query.order,
    orderDirection: query.isDescending ? 'DESC' : 'ASC',
  };
}

/** Returns the path of the request for a page, with the titles of templates if needed. The filter is the body. */
export function requestPath({ where, pageKey }: ReleaseQuery, count: number, hasTemplates = false): string {
  const page = new URLSearchParams({ resultsPerPage: String(count), teams: 'false' });
  if (where !== '') page.set('where', where);
  if (pageKey !== null) page.set(pageKey.direction, pageKey.key);
  if (hasTemplates) page.set('templateTitles', 'true');
  return `/releases/search/page?${page}`;
}
