/** What a list of templates is asked for, as its address tells. */
export interface TemplateQuery {
  readonly title: string;
  /** as they are typed: with commas between them */
  readonly tags: string;
  /** the id of the folder that they are directly in; empty: any */
  readonly folder: string;
  /** how many templates come before */
  readonly from: number;
}

/** Reads what an address asks for; what it has no words for is left out. */
export function queryIn(written: URLSearchParams): TemplateQuery {
  const from = written.get('from') ?? '';
  return {
    title: written.get('title') ?? '',
    tags: written.get('tags') ?? '',
    folder: written.get('folder') ?? '',
    from: /^\d{1,6}$/.test(from) ? Number(from) : 0,
  };
}

const query = (entries: readonly (readonly [string, string])[]): string => {
  const text = String(new URLSearchParams(entries.filter(([, value]) => value !== '').map(([...entry]) => entry)));
  return text === '' ? '' : `?${text}`;
};

/** The address of what is asked for, without what is so anyway. */
export const addressOf = ({ title, tags, folder, from }: TemplateQuery): string =>
  `/templates${query([
    ['title', title],
    ['tags', tags],
    ['folder', folder],
    ['from', from > 0 ? String(from) : ''],
  ])}`;

/** The path by which REST is asked for so many of them, after so many pages of as many. */
export const pathOf = ({ title, tags, folder }: TemplateQuery, page: number, count: number): string =>
  `/templates${query([
    ['view', 'summary'],
    ['page', String(page)],
    ['resultsPerPage', String(count)],
    ['title', title.trim()],
    ['folderId', folder],
    ...tags.split(',').map((tag) => ['tag', tag.trim()] as const),
  ])}`;
