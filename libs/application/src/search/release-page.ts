import type { FilterBody } from '@slipway/api-schema/search';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { type ReleaseKey, type ReleaseMatch, type ReleaseOrder, searchAfterKey } from '@slipway/persistence/search';
import type { ReadContext } from '../model/context.ts';
import { orderOf, resolveFilter, visibilityOf } from './search.ts';

/** From where a page goes, and which way; each as `next` or `previous` of another page has it. */
export type PageEdge = { readonly after: string } | { readonly before: string } | null;

/** Which releases are wanted, and which page of them. */
export interface PageSearch {
  readonly caller: Person;
  readonly body: FilterBody;
  /** which of live and archived ones */
  readonly archived: readonly boolean[];
  readonly edge: PageEdge;
  readonly limit: number;
}

/** Ids have no slash, and titles come last. */
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
/** Dates lie in the years 1 to 9999, and fit; so do scores. */
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

/** Throws Invalid. */
function parseEdge(edge: PageEdge, order: ReleaseOrder): { readonly key: ReleaseKey | null; readonly isBack: boolean } {
  if (edge === null) return { key: null, isBack: false };
  const isBack = 'before' in edge;
  const key = parseKey(isBack ? edge.before : edge.after);
  const [name, otherName] = isBack ? (['before', 'previous'] as const) : (['after', 'next'] as const);
  if (key?.by !== order.by) throw new Invalid(message('page.otherOrder', { field: name, otherField: otherName }));
  return { key, isBack };
}

const reverseOrder = ({ by, direction }: ReleaseOrder): ReleaseOrder => ({
  by,
  direction: direction === 'ASC' ? 'DESC' : 'ASC',
});

/** A page of releases, with what leads to those around it; absent: there is none. */
export interface ReleasePage {
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly matches: readonly Pick<ReleaseMatch, 'id' | 'archived'>[];
}

/**
 * One page of the live and archived releases that match and that the caller may see, in one order, found by one statement,
 * which costs the same for every page. One that is empty by now leads back: where nothing comes before, the first page is
 * answered. Throws NotFound (no such folder), Invalid.
 */
export async function findReleasePage(
  context: Pick<ReadContext, 'database'>,
  { caller, body, archived, edge, limit }: PageSearch,
): Promise<ReleasePage> {
  const order = orderOf(body);
  const { key, isBack } = parseEdge(edge, order);
  const filter = await resolveFilter(context, caller, body);
  // One more than the page shows whether there is a next page.
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
  const start = first?.key ?? key;
  return {
    next: last && (hasMore || isBack) ? formatKey(last.key) : undefined,
    previous: start && (isBack ? hasMore : key !== null) ? formatKey(start) : undefined,
    matches: page,
  };
}
