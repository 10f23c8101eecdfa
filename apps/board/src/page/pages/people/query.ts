/** The query of users or roles, from the address. */
export interface PeopleQuery {
  readonly tab: 'users' | 'roles';
  /** a part of a name or mail address; of users only, as is `isLocked` */
  readonly text: string;
  /** Only users who cannot log in */
  readonly isLocked: boolean;
  /** how many come before, in whole pages */
  readonly from: number;
}

/** How many users or roles a page has. */
export const pageSize = 100;

function parseFrom(text: string | null): number {
  const from = Number(text ?? 0);
  return Number.isSafeInteger(from) && from > 0 ? Math.floor(Math.min(from, 1_000_000) / pageSize) * pageSize : 0;
}

/** Parses an address; invalid values are ignored. */
export const parseQuery = (params: URLSearchParams): PeopleQuery => ({
  tab: params.get('form') === 'roles' ? 'roles' : 'users',
  text: params.get('text') ?? '',
  isLocked: params.has('locked'),
  from: parseFrom(params.get('from')),
});

/** The address of a query, without defaults. */
export function queryUrl({ tab, text, isLocked, from }: PeopleQuery): string {
  const params = new URLSearchParams({
    ...(tab === 'roles' && { form: tab }),
    ...(text !== '' && { text }),
    ...(isLocked && { locked: 'yes' }),
    ...(from > 0 && { from: String(from) }),
  });
  return params.size === 0 ? '/people' : `/people?${params}`;
}

/** The request to REST. */
export function requestPath({ tab, text, isLocked, from }: PeopleQuery): string {
  const page = `page=${from / pageSize}&resultsPerPage=${pageSize}`;
  if (tab === 'roles') return `/roles?${page}`;
  const filter = new URLSearchParams({
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(isLocked && { loginAllowed: 'false' }),
  });
  return `/users?${page}${filter.size === 0 ? '' : `&${filter}`}`;
}
