import { lastSegment } from '../../navigation/ids.ts';

/** The form of the first tab, which has no name in the address. */
export const firstTab = 'flow';

/** The state of a template's view, from its address. */
export interface UrlState {
  /** which tab */
  readonly tab: string;
  /** how many rows come before those that are shown */
  readonly from: number;
}

/** Parses an address; invalid values are ignored. */
export function parseUrl(query: URLSearchParams): UrlState {
  const from = query.get('from') ?? '';
  return { tab: query.get('form') ?? firstTab, from: /^\d{1,6}$/.test(from) ? Number(from) : 0 };
}

/** The address of a template, and of one of its tasks. */
export function templateUrl(id: string, { tab, from }: UrlState, task?: string): string {
  const query = new URLSearchParams();
  if (tab !== firstTab) query.set('form', tab);
  if (from > 0) query.set('from', String(from));
  if (task !== undefined) query.set('task', lastSegment(task));
  const text = String(query);
  return `/templates/${lastSegment(id)}${text === '' ? '' : `?${text}`}`;
}
