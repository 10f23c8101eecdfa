import { lastSegment } from '../../navigation/ids.ts';

export const tabs = ['inside', 'variables', 'teams'] as const;
export type FolderTab = (typeof tabs)[number];

export const tabLabels: Readonly<Record<FolderTab, string>> = {
  inside: 'Contents',
  variables: 'Variables',
  teams: 'Teams',
};

/** The state of a folder's view, from its address. */
export interface UrlState {
  readonly tab: FolderTab;
  /** how many templates come before those that are shown */
  readonly templates: number;
  readonly releases: number;
}

function parseCount(text: string | null): number {
  const count = Number(text ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, 1_000_000) : 0;
}

/** Parses an address; invalid values are ignored. */
export const parseUrl = (query: URLSearchParams): UrlState => ({
  tab: tabs.find((tab) => tab === query.get('form')) ?? 'inside',
  templates: parseCount(query.get('templates')),
  releases: parseCount(query.get('releases')),
});

/** The address of a folder by its id. */
export function folderUrl(id: string, { tab = 'inside', templates = 0, releases = 0 }: Partial<UrlState> = {}): string {
  const query = new URLSearchParams({
    ...(tab !== 'inside' && { form: tab }),
    ...(templates > 0 && { templates: String(templates) }),
    ...(releases > 0 && { releases: String(releases) }),
  });
  const text = String(query);
  return `/folders/${lastSegment(id)}${text && `?${text}`}`;
}
