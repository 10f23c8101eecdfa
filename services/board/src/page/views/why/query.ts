/** What is asked: whether somebody has a permission, and on what. */
export interface WhyQuery {
  /** empty: whoever asks */
  readonly user: string;
  /** empty: nothing is asked yet */
  readonly permission: string;
  /** empty: everywhere */
  readonly id: string;
}

export const queryIn = (written: URLSearchParams): WhyQuery => ({
  user: written.get('user') ?? '',
  permission: written.get('permission') ?? '',
  id: written.get('id') ?? '',
});

/** What is asked as parameters, of the page and of REST. */
function written(query: WhyQuery): string {
  const given = Object.entries(query).map(([name, text]) => [name, text.trim()]);
  return String(new URLSearchParams(given.filter(([, text]) => text !== '')));
}

export function addressOf(query: WhyQuery): string {
  const text = written(query);
  return text === '' ? '/why' : `/why?${text}`;
}

/** The call that answers it; null: nothing is asked. */
export const callFor = (query: WhyQuery): string | null =>
  query.permission.trim() === '' ? null : `/explain/permission?${written(query)}`;
