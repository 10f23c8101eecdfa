import { lastSegment } from '../../navigation/ids.ts';

/** In which forms a release is shown; the first one has no name in the address. */
export const tabLabels = {
  flow: 'Flow',
  table: 'Table',
  timeline: 'Timeline',
  properties: 'Properties',
  variables: 'Variables',
  attachments: 'Files',
  activity: 'Activity',
} as const;
export type ReleaseTab = keyof typeof tabLabels;

const isTab = (text: string): text is ReleaseTab => Object.hasOwn(tabLabels, text);
export const tabs: readonly ReleaseTab[] = Object.keys(tabLabels).filter(isTab);

/** The state of a release's view, from its address. */
export interface UrlState {
  readonly isArchived: boolean;
  readonly tab: ReleaseTab;
  /** The number of rows of a list, or tasks of a flow, before the page; null: not in the address */
  readonly from: number | null;
}

/** Parses an address; invalid values are ignored. */
export function parseUrl(query: URLSearchParams): UrlState {
  const tab = query.get('form') ?? '';
  const from = query.get('from') ?? '';
  return {
    isArchived: query.has('archive'),
    tab: isTab(tab) ? tab : 'flow',
    from: /^\d{1,6}$/.test(from) ? Number(from) : null,
  };
}

/** The query of the address. */
export function toQuery({ isArchived, tab, from }: UrlState): URLSearchParams {
  const query = new URLSearchParams();
  if (isArchived) query.set('archive', 'yes');
  if (tab !== 'flow') query.set('form', tab);
  // a list begins at its first row anyway, a flow where something runs
  if (from !== null && (from > 0 || tab === 'flow')) query.set('from', String(from));
  return query;
}

/** The address of a release, and of one of its tasks. */
export function releaseUrl(id: string, urlState: UrlState, task?: string): string {
  const query = toQuery(urlState);
  if (task !== undefined) query.set('task', lastSegment(task));
  const text = String(query);
  return `/releases/${lastSegment(id)}${text === '' ? '' : `?${text}`}`;
}
