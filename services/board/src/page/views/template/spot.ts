import { lastOf } from '../../place/ids.ts';

/** The form of the first tab, which has no name in the address. */
export const firstForm = 'flow';

/** The state of a template's view, from its address. */
export interface Spot {
  /** which tab */
  readonly form: string;
  /** how many rows come before those that are shown */
  readonly from: number;
}

/** Parses an address; invalid values are ignored. */
export function spotIn(query: URLSearchParams): Spot {
  const from = query.get('from') ?? '';
  return { form: query.get('form') ?? firstForm, from: /^\d{1,6}$/.test(from) ? Number(from) : 0 };
}

/** The address of a template, and of one of its tasks. */
export function addressOf(id: string, { form, from }: Spot, task?: string): string {
  const query = new URLSearchParams();
  if (form !== firstForm) query.set('form', form);
  if (from > 0) query.set('from', String(from));
  if (task !== undefined) query.set('task', lastOf(task));
  const text = String(query);
  return `/templates/${lastOf(id)}${text === '' ? '' : `?${text}`}`;
}
