/** The query of the user's tasks, from its address. */
export interface TaskQuery {
  /** empty: those of the user and their teams */
  readonly assignee: '' | 'me' | 'teams' | 'unassigned';
  readonly text: string;
  /** The key of the page; null: the first one */
  readonly after: string | null;
}

/** Parses an address; invalid values are ignored. */
export function parseQuery(searchParams: URLSearchParams): TaskQuery {
  const assignee = searchParams.get('whose');
  return {
    assignee: assignee === 'me' || assignee === 'teams' || assignee === 'unassigned' ? assignee : '',
    text: searchParams.get('text') ?? '',
    after: searchParams.get('after') || null,
  };
}

/** All as parameters, without what is so anyway. */
function searchParams({ assignee, text, after }: TaskQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (assignee !== '') params.set('whose', assignee);
  if (text !== '') params.set('text', text);
  if (after !== null) params.set('after', after);
  return params;
}

export function queryUrl(query: TaskQuery): string {
  const text = String(searchParams(query));
  return text === '' ? '/tasks' : `/tasks?${text}`;
}

/** The request to REST. */
export function requestPath(query: TaskQuery, count: number): string {
  const params = searchParams({ ...query, text: query.text.trim() });
  params.set('resultsPerPage', String(count));
  return `/me/tasks?${params}`;
}
