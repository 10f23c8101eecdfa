import type { FilterBody } from '@slipway/api-schema/search';

/** The query of a list of releases, from its address. Empty texts are no filter. */
export interface ReleaseQuery {
  readonly title: string;
  readonly statuses: readonly ReleaseStatus[];
  /** as they are typed: with commas between them */
  readonly tags: string;
  readonly taskTags: string;
  /** the id of a folder: in it or anywhere below it */
  readonly folder: string;
  readonly risk: Risk | '';
  readonly time: Time | '';
  /** moments as REST has them, where the time is a range */
  readonly begin: string;
  readonly end: string;
  readonly isMine: boolean;
  readonly isFlagged: boolean;
  readonly where: 'live' | 'archive' | '';
  readonly order: Order;
  readonly isDescending: boolean;
  /** from where the page goes, as REST has named it; null: from the beginning */
  readonly pageKey: PageKey | null;
}

export interface FilterProps {
  readonly query: ReleaseQuery;
  readonly change: (changes: Partial<ReleaseQuery>) => void;
}

/** The part of a list after an item, or before it. */
export interface PageKey {
  readonly direction: 'after' | 'before';
  readonly key: string;
}

const orders = ['start_date', 'end_date', 'risk', 'title'] as const;
type Order = (typeof orders)[number];

/** Those that a filter offers, in the order of a release's life. */
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

export const risks = ['OK', 'ATTENTION_NEEDED', 'AT_RISK'] as const;
export type Risk = (typeof risks)[number];

const times = ['LAST_SEVEN_DAYS', 'LAST_MONTH', 'LAST_THREE_MONTHS', 'LAST_SIX_MONTHS', 'LAST_YEAR', 'RANGE'] as const;
type Time = (typeof times)[number];

const oneOf = <Name extends string>(names: readonly Name[], text: string | null): Name | undefined =>
  names.find((name) => name === text);

const splitList = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const parseDate = (text: string | null): string =>
  text !== null && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : '';

function parseEdge(params: URLSearchParams): PageKey | null {
  for (const direction of ['after', 'before'] as const) {
    const key = params.get(direction);
    if (key) return { direction, key };
  }
  return null;
}

/** Parses an address; invalid values are ignored. */
export function parseQuery(params: URLSearchParams): ReleaseQuery {
  const time = oneOf(times, params.get('time')) ?? '';
  const isRange = time === 'RANGE';
  return {
    title: params.get('title') ?? '',
    statuses: splitList(params.get('status')).flatMap((text) => oneOf(selectableStatuses, text) ?? []),
    tags: params.get('tags') ?? '',
    taskTags: params.get('tasktags') ?? '',
    folder: params.get('folder') ?? '',
    risk: oneOf(risks, params.get('risk')) ?? '',
    time,
    begin: isRange ? parseDate(params.get('begin')) : '',
    end: isRange ? parseDate(params.get('end')) : '',
    isMine: params.has('mine'),
    isFlagged: params.has('flagged'),
    where: oneOf(['live', 'archive'], params.get('where')) ?? '',
    order: oneOf(orders, params.get('order')) ?? 'start_date',
    isDescending: params.get('dir') !== 'asc',
    pageKey: parseEdge(params),
  };
}

/** The address of a query, without defaults. */
export function queryUrl(query: ReleaseQuery): string {
  const { order, isDescending, pageKey } = query;
  const values: Readonly<Record<string, string>> = {
    title: query.title,
    status: query.statuses.join(','),
    tags: query.tags,
    tasktags: query.taskTags,
    folder: query.folder,
    risk: query.risk,
    time: query.time,
    begin: query.time === 'RANGE' ? query.begin : '',
    end: query.time === 'RANGE' ? query.end : '',
    mine: query.isMine ? 'yes' : '',
    flagged: query.isFlagged ? 'yes' : '',
    where: query.where,
    order: order === 'start_date' ? '' : order,
    dir: isDescending ? '' : 'asc',
    ...(pageKey && { [pageKey.direction]: pageKey.key }),
  };
  const text = String(new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')));
  return text === '' ? '/releases' : `/releases?${text}`;
}

/** The filter of a search. */
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

/** The path of the call that returns a page of the list; the filter is its body. */
export function requestPath({ where, pageKey }: ReleaseQuery, count: number): string {
  const page = new URLSearchParams({ resultsPerPage: String(count) });
  if (where !== '') page.set('where', where);
  if (pageKey !== null) page.set(pageKey.direction, pageKey.key);
  return `/releases/search/page?${page}`;
}
