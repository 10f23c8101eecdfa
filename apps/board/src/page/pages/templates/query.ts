/** The query of a list of templates, from its address. */
export interface TemplateQuery {
  readonly title: string;
  /** as they are typed: with commas between them */
  readonly tags: string;
  /** the id of the folder that they are directly in; empty: any */
  readonly folder: string;
  /** how many templates come before */
  readonly from: number;
}

/** Parses an address; invalid values are ignored. */
export function parseQuery(params: URLSearchParams): TemplateQuery {
  const from = params.get('from') ?? '';
  return {
    title: params.get('title') ?? '',
    tags: params.get('tags') ?? '',
    folder: params.get('folder') ?? '',
    from: /^\d{1,6}$/.test(from) ? Number(from) : 0,
  };
}

const query = (entries: readonly (readonly [string, string])[]): string => {
  const text = String(new URLSearchParams(entries.filter(([, value]) => value !== '').map(([...entry]) => entry)));
  return text === '' ? '' : `?${text}`;
};

/** The address of a query, without defaults. */
export const queryUrl = ({ title, tags, folder, from }: TemplateQuery): string =>
  `/templates${query([
    ['title', title],
    ['tags', tags],
    ['folder', folder],
    ['from', from > 0 ? String(from) : ''],
  ])}`;

/** The REST path of a page of this size. */
export const pathOf = ({ title, tags, folder }: TemplateQuery, page: number, count: number): string =>
  `/templates${query([
    ['view', 'summary'],
    ['page', String(page)],
    ['resultsPerPage', String(count)],
    ['title', title.trim()],
    ['folderId', folder],
    ...tags.split(',').map((tag) => ['tag', tag.trim()] as const),
  ])}`;
