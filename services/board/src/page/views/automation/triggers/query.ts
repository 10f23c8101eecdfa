import { rowsOfPage } from '../../../parts/table.tsx';

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
const mostPages = 1_000_000;

function fromIn(text: string | null): number {
  const pages = Math.floor(Number(text ?? 0) / rowsOfPage);
  return Number.isSafeInteger(pages) && pages > 0 ? Math.min(pages, mostPages) * rowsOfPage : 0;
}

/** Parses an address; invalid values are ignored. */
export function queryIn(written: URLSearchParams): TriggerQuery {
  const said = (name: string): string => written.get(name) ?? '';
  return {
    title: said('title'),
    template: said('template'),
    folder: said('folder'),
    type: said('type'),
    from: fromIn(written.get('from')),
  };
}

/** The address of a query, without defaults. */
export function addressOf(query: TriggerQuery): string {
  const written = new URLSearchParams();
  for (const name of names) if (query[name] !== '') written.set(name, query[name]);
  if (query.from > 0) written.set('from', String(query.from));
  const text = String(written);
  return text === '' ? '/automation' : `/automation?${text}`;
}

/** The request to REST. */
export function callFor(query: TriggerQuery): string {
  const written = new URLSearchParams({ metadata: 'true', resultsPerPage: String(rowsOfPage) });
  for (const name of names) if (query[name].trim() !== '') written.set(parameters[name], query[name].trim());
  if (query.from > 0) written.set('page', String(query.from / rowsOfPage));
  return `/triggers?${written}`;
}
