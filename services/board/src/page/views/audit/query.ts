const fields = ['username', 'subject', 'action', 'address', 'from', 'to', 'before'] as const;

/**
 * The filter of the audit log in the address; empty: all. `from` and `to` have the form of fields, in the viewer's
 * zone.
 */
export type AuditQuery = Readonly<Record<(typeof fields)[number], string>>;

export const queryIn = (written: URLSearchParams): AuditQuery => {
  const text = (name: (typeof fields)[number]): string => written.get(name) ?? '';
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

const given = (query: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(query).filter(([, text]) => text.trim() !== ''));

export function addressOf(query: AuditQuery): string {
  const written = given(query);
  return written.size === 0 ? '/audit' : `/audit?${written}`;
}

/** A typed time as REST accepts it; an invalid one stays, and REST rejects it. */
const momentOf = (typed: string): string => {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
};

/** The request to REST. */
export function callFor(query: AuditQuery, count: number): string {
  const asked = given({ ...query, from: momentOf(query.from), to: momentOf(query.to) });
  for (const [name, text] of [...asked]) asked.set(name, text.trim());
  asked.set('resultsPerPage', String(count));
  return `/audit?${asked}`;
}
