/** What of the people their address asks for. */
export interface PeopleQuery {
  readonly form: 'users' | 'roles';
  /** a part of a name or mail address; of users only, as is `isLocked` */
  readonly text: string;
  /** only those who may not log in */
  readonly isLocked: boolean;
  /** how many come before, in whole pages */
  readonly from: number;
}

/** How many users or roles a page has. */
export const pageSize = 100;

function fromIn(text: string | null): number {
  const from = Number(text ?? 0);
  return Number.isSafeInteger(from) && from > 0 ? Math.floor(Math.min(from, 1_000_000) / pageSize) * pageSize : 0;
}

/** Reads what an address asks for; what it has no words for is left out. */
export const queryIn = (written: URLSearchParams): PeopleQuery => ({
  form: written.get('form') === 'roles' ? 'roles' : 'users',
  text: written.get('text') ?? '',
  isLocked: written.has('locked'),
  from: fromIn(written.get('from')),
});

/** The address of what is asked for, without what is so anyway. */
export function addressOf({ form, text, isLocked, from }: PeopleQuery): string {
  const written = new URLSearchParams({
    ...(form === 'roles' && { form }),
    ...(text !== '' && { text }),
    ...(isLocked && { locked: 'yes' }),
    ...(from > 0 && { from: String(from) }),
  });
  return written.size === 0 ? '/people' : `/people?${written}`;
}

/** What REST is asked for. */
export function callFor({ form, text, isLocked, from }: PeopleQuery): string {
  const page = `page=${from / pageSize}&resultsPerPage=${pageSize}`;
  if (form === 'roles') return `/roles?${page}`;
  const filter = new URLSearchParams({
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(isLocked && { loginAllowed: 'false' }),
  });
  return `/users?${page}${filter.size === 0 ? '' : `&${filter}`}`;
}
