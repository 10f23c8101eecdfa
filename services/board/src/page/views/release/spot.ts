import { lastOf } from '../../place/ids.ts';

/** In which forms a release is shown; the first one has no name in the address. */
export const formWords = {
  flow: 'Flow',
  table: 'Table',
  timeline: 'Timeline',
  properties: 'Properties',
  variables: 'Variables',
  attachments: 'Files',
  activity: 'Activity',
} as const;
export type Form = keyof typeof formWords;

const isForm = (text: string): text is Form => Object.hasOwn(formWords, text);
export const forms: readonly Form[] = Object.keys(formWords).filter(isForm);

/** The state of a release's view, from its address. */
export interface Spot {
  readonly isArchived: boolean;
  readonly form: Form;
  /** The number of rows of a list, or tasks of a flow, before the page; null: not in the address */
  readonly from: number | null;
}

/** Parses an address; invalid values are ignored. */
export function spotIn(query: URLSearchParams): Spot {
  const form = query.get('form') ?? '';
  const from = query.get('from') ?? '';
  return {
    isArchived: query.has('archive'),
    form: isForm(form) ? form : 'flow',
    from: /^\d{1,6}$/.test(from) ? Number(from) : null,
  };
}

/** The query of the address. */
export function queryOf({ isArchived, form, from }: Spot): URLSearchParams {
  const query = new URLSearchParams();
  if (isArchived) query.set('archive', 'yes');
  if (form !== 'flow') query.set('form', form);
  // a list begins at its first row anyway, a flow where something runs
  if (from !== null && (from > 0 || form === 'flow')) query.set('from', String(from));
  return query;
}

/** The address of a release, and of one of its tasks. */
export function addressOf(id: string, spot: Spot, task?: string): string {
  const query = queryOf(spot);
  if (task !== undefined) query.set('task', lastOf(task));
  const text = String(query);
  return `/releases/${lastOf(id)}${text === '' ? '' : `?${text}`}`;
}
