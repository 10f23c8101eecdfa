import { pageSize } from '../../../components/table.tsx';

/** The query of a list of triggers, from its address. */
export interface TriggerQuery {
  /** parts of titles, in any letter case */
  readonly title: string;
  readonly template: string;
  readonly folder: string;
  /** the name of a type; empty: any */
  readonly type: string;
  /** The number of triggers before the page, a multiple of its size */
  readonly from: number;
}

/** The parameters of REST for those of the address. */
const parameters = {
  title: 'triggerTitle',
  template: 'templateTitle',
  folder: 'folderTitle',
  type: 'triggerType',
} as const;
const names = ['title', 'template', 'folder', 'type'] as const;

/** REST counts pages in 31 bits. */
const maxPages = 1_000_000;

function parseFrom(text: string | null): number {
  const pages = Math.floor(Number(text ?? 0) / pageSize);
  return Number.isSafeInteger(pages) && pages > 0 ? Math.min(pages, maxPages) * pageSize : 0;
}

/** Parses an address; invalid values are ignored. */
export function parseQuery(params: URLSearchParams): TriggerQuery {
  const getParam = (name: string): string => params.get(name) ?? '';
  return {
    title: getParam('title'),
    template: getParam('template'),
    folder: getParam('folder'),
    type: getParam('type'),
    from: parseFrom(params.get('from')),
  };
}

/** The address of a query, without defaults. */
export function queryUrl(query: TriggerQuery): string {
  const params = new URLSearchParams();
  for (const name of names) if (query[name] !== '') params.set(name, query[name]);
  if (query.from > 0) params.set('from', String(query.from));
  const text = String(params);
  return text === '' ? '/automation' : `/automation?${text}`;
}

/** The request to REST. */
export function requestPath(query: TriggerQuery): string {
  const params = new URLSearchParams({ metadata: 'true', resultsPerPage: String(pageSize) });
  for (const name of names) if (query[name].trim() !== '') params.set(parameters[name], query[name].trim());
  if (query.from > 0) params.set('page', String(query.from / pageSize));
  return `/triggers?${params}`;
}
