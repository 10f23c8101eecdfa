import { rowsOfPage } from '../../../parts/table.tsx';

/** What a list of triggers is asked for, as its address tells. */
export interface TriggerQuery {
  /** parts of titles, in any letter case */
  readonly title: string;
  readonly template: string;
  readonly folder: string;
  /** the name of a type; empty: any */
  readonly type: string;
  /** how many triggers come before, so many whole pages */
  readonly from: number;
}

/** What REST calls what an address says. */
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

/** Reads what an address asks for; what it has no words for is left out. */
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

/** The address of what is asked for, without what is so anyway. */
export function addressOf(query: TriggerQuery): string {
  const written = new URLSearchParams();
  for (const name of names) if (query[name] !== '') written.set(name, query[name]);
  if (query.from > 0) written.set('from', String(query.from));
  const text = String(written);
  return text === '' ? '/automation' : `/automation?${text}`;
}

/** What REST is asked for. */
export function callFor(query: TriggerQuery): string {
  const written = new URLSearchParams({ metadata: 'true', resultsPerPage: String(rowsOfPage) });
  for (const name of names) if (query[name].trim() !== '') written.set(parameters[name], query[name].trim());
  if (query.from > 0) written.set('page', String(query.from / rowsOfPage));
  return `/triggers?${written}`;
}
