import type { FilterBody } from '@slipway/api-schema/search';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { type ReleaseKey, type ReleaseMatch, type ReleaseOrder, searchAfterKey } from '@slipway/persistence/search';
import type { ReadContext } from '../model/context.ts';
import { orderOf, resolveFilter, visibilityOf } from './search.ts';

/** The `previous` value that requests the last page. */
const end = 'end';

/** The start and the direction of a page: the `next` or `previous` value of another page. Null: the first page. */
export type PageEdge = { readonly after: string } | { readonly before: string } | null;

/** A search for releases, and the requested page. */
export interface PageSearch {
  readonly caller: Person;
  readonly body: FilterBody;
  /** `false` for live releases, `true` for archived ones, or both. */
  readonly archived: readonly boolean[];
  readonly edge: PageEdge;
  readonly limit: number;
}

/** Formats a page key. Ids contain no slash, and a title is at the end, so the text can be parsed. */
function formatKey(key: ReleaseKey): string {
  switch (key.by) {
    case 'risk':
      return `${key.by}/${key.id}/${key.score}/${key.total}`;
    case 'title':
      return `${key.by}/${key.id}/${key.title}`;
    case 'start_date':
    case 'end_date':
      return `${key.by}/${key.id}/${key.at ?? 'none'}`;
  }
}

const keyForm = /^(start_date|end_date|risk|title)\/(Release[^/]{1,250})\/([\s\S]{0,1000})$/;
/** Dates are in the years 1 to 9999, so 15 digits are sufficient. */
const dateForm = /^(?:none|-?\d{1,15})$/;
const riskForm = /^(-?\d{1,9})\/(-?\d{1,9})$/;

function parseKey(text: string): ReleaseKey | null {
  const [, by, id, rest] = keyForm.exec(text) ?? [];
  if (id === undefined || rest === undefined) return null;
  if (by === 'title') return { by, id, title: rest };
  if (by === 'risk') {
    const [, score, total] = riskForm.exec(rest) ?? [];
    return score === undefined ? null : { by, id, score: Number(score), total: Number(total) };
  }
  if (by !== 'start_date' && by !== 'end_date') return null;
  return dateForm.test(rest) ? { by, id, at: rest === 'none' ? null : Number(rest) } : null;
}

/** Parses the key and the direction of a page. Throws Invalid for a text that is not a key of this order. */
function parseEdge(edge: PageEdge, order: ReleaseOrder): { readonly key: ReleaseKey | null; readonly isBack: boolean } {
  if (edge === null) return { key: null, isBack: false };
  const isBack = 'before' in edge;
  if (isBack && edge.before === end) return { key: null, isBack };
  const key = parseKey(isBack ? edge.before : edge.after);
  const [name, otherName] = isBack ? (['before', 'previous'] as const) : (['after', 'next'] as const);
  if (key?.by !== order.by) throw new Invalid(message('page.otherOrder', { field: name, otherField: otherName }));
  return { key, isBack };
}

const reverseOrder = ({ by, direction }: ReleaseOrder): ReleaseOrder => ({
  by,
  direction: direction === 'ASC' ? 'DESC' : 'ASC',
});

/** A page of releases, with the keys of the next and the previous page; undefined if there is none. */
export interface ReleasePage {
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly matches: readonly Pick<ReleaseMatch, 'id' | 'archived'>[];
}

/**
 * Returns one page of the matching live and archived releases that the caller can view, in one order. One statement
 * finds them, with the same cost for each page. An empty next page still has a previous page. Instead of an empty
 * previous page, the first page is returned. Throws Invalid, and NotFound for an unknown folder.
 */
export async function findReleasePage(
  context: Pick<ReadContext, 'database'>,
  { caller, body, archived, edge, limit }: PageSearch,
): Promise<ReleasePage> {
  const order = orderOf(body);
  const { key, isBack } = parseEdge(edge, order);
  const filter = await resolveFilter(context, caller, body);
  // Reads one more release than requested, to find out whether there is a next page.
  const range = { after: key, limit: limit + 1 };
  const scope = { archived, visibility: visibilityOf(caller) };
  const matches = await searchAfterKey(context.database, filter, scope, isBack ? reverseOrder(order) : order, range);
  const page = isBack ? matches.slice(0, limit).toReversed() : matches.slice(0, limit);
  const hasMore = matches.length > limit;
  const [first, last] = [page.at(0), page.at(-1)];
  // The first release of the page may have been deleted since.
  if (first === undefined && isBack) {
    return await findReleasePage(context, { caller, body, archived, edge: null, limit });
  }
  return {
    next: last && (hasMore || isBack) ? formatKey(last.key) : undefined,
    previous: (isBack ? hasMore : key !== null) ? (first ? formatKey(first.key) : end) : undefined,
    matches: page,
  };
}
