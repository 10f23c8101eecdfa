import type { FilterBody } from '@slipway/wire';

/** What a list of releases is asked for, as its address tells. */
export interface ReleaseQuery {
  readonly title: string;
  readonly statuses: readonly ReleaseStatus[];
  /** as they are typed: with commas between them */
  readonly tags: string;
  readonly isMine: boolean;
  readonly isFlagged: boolean;
  readonly isArchive: boolean;
  readonly order: Order;
  readonly isDescending: boolean;
  /** how many releases come before */
  readonly from: number;
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

/** Offsets go no further: who looks for more than that asks for something else. */
const furthest = 1_000_000;

const isOf = <Name extends string>(names: readonly Name[], text: string | null): Name | undefined =>
  names.find((name) => name === text);

const listed = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function offsetIn(text: string | null): number {
  const offset = Number(text ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? Math.min(offset, furthest) : 0;
}

/** Reads what an address asks for; what it has no words for is left out. */
export function queryIn(written: URLSearchParams): ReleaseQuery {
  return {
    title: written.get('title') ?? '',
    statuses: listed(written.get('status')).flatMap((text) => isOf(offeredStatuses, text) ?? []),
    tags: written.get('tags') ?? '',
    isMine: written.has('mine'),
    isFlagged: written.has('flagged'),
    isArchive: written.has('archive'),
    order: isOf(orders, written.get('order')) ?? 'start_date',
    isDescending: written.get('dir') !== 'asc',
    from: offsetIn(written.get('from')),
  };
}

/** The address of what is asked for, without what is so anyway. */
export function addressOf(query: ReleaseQuery): string {
  const { title, statuses, tags, order, isDescending, from } = query;
  const written = new URLSearchParams();
  const say = (name: string, text: string, isSaid: boolean): void => {
    if (isSaid) written.set(name, text);
  };
  say('title', title, title !== '');
  say('status', statuses.join(','), statuses.length > 0);
  say('tags', tags, tags !== '');
  say('mine', 'yes', query.isMine);
  say('flagged', 'yes', query.isFlagged);
  say('archive', 'yes', query.isArchive);
  say('order', order, order !== 'start_date');
  say('dir', 'asc', !isDescending);
  say('from', String(from), from > 0);
  const text = String(written);
  return text === '' ? '/releases' : `/releases?${text}`;
}

/** What a release search is asked by. */
export function filterOf(query: ReleaseQuery): Partial<FilterBody> {
  const tags = listed(query.tags);
  return {
    ...(query.title.trim() !== '' && { title: query.title.trim() }),
    ...(query.statuses.length > 0 && { statuses: [...query.statuses] }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(query.isMine && { onlyMine: true }),
    ...(query.isFlagged && { onlyFlagged: true }),
    ...(query.isArchive && { onlyArchived: true }),
    orderBy: query.order,
    orderDirection: query.isDescending ? 'DESC' : 'ASC',
  };
}
