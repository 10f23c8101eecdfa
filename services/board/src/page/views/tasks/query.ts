/** What the list of one's tasks is asked for, as its address tells. */
export interface TaskQuery {
  /** empty: those of the user and their teams */
  readonly whose: '' | 'me' | 'teams' | 'unassigned';
  readonly text: string;
  /** where the page begins, as the one before has told; null: at the beginning */
  readonly after: string | null;
}

/** Reads what an address asks for; what it has no words for is left out. */
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

/** What REST is asked for. */
export function callFor(query: TaskQuery, count: number): string {
  const all = written({ ...query, text: query.text.trim() });
  all.set('resultsPerPage', String(count));
  return `/me/tasks?${all}`;
}
