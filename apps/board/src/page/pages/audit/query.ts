const fields = ['username', 'subject', 'action', 'address', 'from', 'to', 'before'] as const;

/**
 * The filter of the audit log in the address; empty: all. `from` and `to` have the form of fields, in the viewer's
 * zone.
 */
export type AuditQuery = Readonly<Record<(typeof fields)[number], string>>;

export const parseQuery = (params: URLSearchParams): AuditQuery => {
  const text = (name: (typeof fields)[number]): string => params.get(name) ?? '';
  return {
    username: text('username'),
    subject: text('subject'),
    action: text('action'),
    address: text('address'),
    from: text('from'),
    to: text('to'),
    before: text('before'),
  };
};

const nonEmptyParams = (query: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(query).filter(([, text]) => text.trim() !== ''));

export function queryUrl(query: AuditQuery): string {
  const params = nonEmptyParams(query);
  return params.size === 0 ? '/audit' : `/audit?${params}`;
}

/** A typed time as REST accepts it; an invalid one stays, and REST rejects it. */
const toIsoDate = (input: string): string => {
  const at = new Date(input);
  return Number.isNaN(at.getTime()) ? input : at.toISOString();
};

/** The request to REST. */
export function requestPath(query: AuditQuery, count: number): string {
  const requestParams = nonEmptyParams({ ...query, from: toIsoDate(query.from), to: toIsoDate(query.to) });
  for (const [name, text] of [...requestParams]) requestParams.set(name, text.trim());
  requestParams.set('resultsPerPage', String(count));
  return `/audit?${requestParams}`;
}
