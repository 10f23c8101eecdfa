/** The query of the user's tasks, from its address. */
export interface TaskQuery {
  /** empty: those of the user and their teams */
  readonly whose: '' | 'me' | 'teams' | 'unassigned';
  readonly text: string;
  /** The key of the page; null: the first one */
  readonly after: string | null;
}

/** Parses an address; invalid values are ignored. */
export function queryIn(written: URLSearchParams): TaskQuery {
  const whose = written.get('whose');
  return {
    whose: whose === 'me' || whose === 'teams' || whose === 'unassigned' ? whose : '',
    text: written.get('text') ?? '',
    after: written.get('after') || null,
  };
}

/** All as parameters, without what is so anyway. */
function written({ whose, text, after }: TaskQuery): URLSearchParams {
  const all = new URLSearchParams();
  if (whose !== '') all.set('whose', whose);
  if (text !== '') all.set('text', text);
  if (after !== null) all.set('after', after);
  return all;
}

export function addressOf(query: TaskQuery): string {
  const text = String(written(query));
  return text === '' ? '/tasks' : `/tasks?${text}`;
}

/** The request to REST. */
export function callFor(query: TaskQuery, count: number): string {
  const all = written({ ...query, text: query.text.trim() });
  all.set('resultsPerPage', String(count));
  return `/me/tasks?${all}`;
}
