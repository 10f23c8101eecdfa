import type { FilterBody } from '@slipway/wire';

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
  readonly edge: Edge | null;
}

export interface FilterProps {
  readonly query: ReleaseQuery;
  readonly change: (changes: Partial<ReleaseQuery>) => void;
}

/** The part of a list after an item, or before it. */
export interface Edge {
  readonly way: 'after' | 'before';
  readonly of: string;
}

const orders = ['start_date', 'end_date', 'risk', 'title'] as const;
type Order = (typeof orders)[number];

/** Those that a filter offers, in the order of a release's life. */
export const offeredStatuses = [
  'PLANNED',
  'IN_PROGRESS',
  'PAUSED',
  'FAILING',
  'FAILED',
  'COMPLETED',
  'ABORTED',
] as const;
export type ReleaseStatus = (typeof offeredStatuses)[number];

export const risks = ['OK', 'ATTENTION_NEEDED', 'AT_RISK'] as const;
export type Risk = (typeof risks)[number];

const times = ['LAST_SEVEN_DAYS', 'LAST_MONTH', 'LAST_THREE_MONTHS', 'LAST_SIX_MONTHS', 'LAST_YEAR', 'RANGE'] as const;
type Time = (typeof times)[number];

const isOf = <Name extends string>(names: readonly Name[], text: string | null): Name | undefined =>
  names.find((name) => name === text);

const listed = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const momentIn = (text: string | null): string =>
  text !== null && Number.isFinite(Date.parse(text)) ? new Date(text).toISOString() : '';

function edgeIn(written: URLSearchParams): Edge | null {
  for (const way of ['after', 'before'] as const) {
    const of = written.get(way);
    if (of) return { way, of };
  }
  return null;
}

/** Parses an address; invalid values are ignored. */
export function queryIn(written: URLSearchParams): ReleaseQuery {
  const time = isOf(times, written.get('time')) ?? '';
  const isRange = time === 'RANGE';
  return {
    title: written.get('title') ?? '',
    statuses: listed(written.get('status')).flatMap((text) => isOf(offeredStatuses, text) ?? []),
    tags: written.get('tags') ?? '',
    taskTags: written.get('tasktags') ?? '',
    folder: written.get('folder') ?? '',
    risk: isOf(risks, written.get('risk')) ?? '',
    time,
    begin: isRange ? momentIn(written.get('begin')) : '',
    end: isRange ? momentIn(written.get('end')) : '',
    isMine: written.has('mine'),
    isFlagged: written.has('flagged'),
    where: isOf(['live', 'archive'], written.get('where')) ?? '',
    order: isOf(orders, written.get('order')) ?? 'start_date',
    isDescending: written.get('dir') !== 'asc',
    edge: edgeIn(written),
  };
}

/** The address of a query, without defaults. */
export function addressOf(query: ReleaseQuery): string {
  const { order, isDescending, edge } = query;
  const said: Readonly<Record<string, string>> = {
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
    ...(edge && { [edge.way]: edge.of }),
  };
  const text = String(new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')));
  return text === '' ? '/releases' : `/releases?${text}`;
}

/** The filter of a search. */
export function filterOf(query: ReleaseQuery): Partial<FilterBody> {
  const { time, begin, end } = query;
  const [tags, taskTags] = [listed(query.tags), listed(query.taskTags)];
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
export function callFor({ where, edge }: ReleaseQuery, count: number): string {
  const page = new URLSearchParams({ resultsPerPage: String(count) });
  if (where !== '') page.set('where', where);
  if (edge !== null) page.set(edge.way, edge.of);
  return `/releases/search/page?${page}`;
}
