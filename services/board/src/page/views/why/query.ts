/** The question whether a user has a permission on an object. */
export interface WhyQuery {
  /** Empty: the present user */
  readonly user: string;
  /** Empty: no question yet */
  readonly permission: string;
  /** empty: everywhere */
  readonly id: string;
}

export const queryIn = (written: URLSearchParams): WhyQuery => ({
  user: written.get('user') ?? '',
  permission: written.get('permission') ?? '',
  id: written.get('id') ?? '',
});

/** The parameters, of the page and of REST. */
function written(query: WhyQuery): string {
  const given = Object.entries(query).map(([name, text]) => [name, text.trim()]);
  return String(new URLSearchParams(given.filter(([, text]) => text !== '')));
}

export function addressOf(query: WhyQuery): string {
  const text = written(query);
  return text === '' ? '/why' : `/why?${text}`;
}

/** The request for the explanation; null: none. */
export const callFor = (query: WhyQuery): string | null =>
  query.permission.trim() === '' ? null : `/explain/permission?${written(query)}`;
