/** The question whether a user has a permission on an object. */
export interface WhyQuery {
  /** Empty: the present user */
  readonly user: string;
  /** Empty: no question yet */
  readonly permission: string;
  /** empty: everywhere */
  readonly id: string;
}

export const parseQuery = (urlQuery: URLSearchParams): WhyQuery => ({
  user: urlQuery.get('user') ?? '',
  permission: urlQuery.get('permission') ?? '',
  id: urlQuery.get('id') ?? '',
});

/** The parameters, of the page and of REST. */
function urlQuery(query: WhyQuery): string {
  const trimmed = Object.entries(query).map(([name, text]) => [name, text.trim()]);
  return String(new URLSearchParams(trimmed.filter(([, text]) => text !== '')));
}

export function queryUrl(query: WhyQuery): string {
  const text = urlQuery(query);
  return text === '' ? '/why' : `/why?${text}`;
}

/** The request for the explanation; null: none. */
export const requestPath = (query: WhyQuery): string | null =>
  query.permission.trim() === '' ? null : `/explain/permission?${urlQuery(query)}`;
