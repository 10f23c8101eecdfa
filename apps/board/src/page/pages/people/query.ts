import { pageSize } from '../../components/table.tsx';
import { choiceParam, flagParam, offsetParam, type StateOf, textParam, urlState } from '../../navigation/url-state.ts';

export const peopleUrl = urlState({
  tab: choiceParam('form', ['users', 'roles', 'invitations']),
  /** A part of the name or email address. `text`, `isLocked` and `source` filter only users, not roles. */
  text: textParam('text'),
  /** Whether to list only users who cannot log in. */
  isLocked: flagParam('locked'),
  /** Where the users are managed. */
  source: choiceParam('source', ['all', 'local', 'external']),
  from: offsetParam('from', pageSize),
});

/** The tab, the filters and the offset of the view. */
export type PeopleQuery = StateOf<typeof peopleUrl>;

/** Returns the request path of a page of users or roles. */
export function requestPath({ tab, text, isLocked, source, from }: PeopleQuery): string {
  const page = `page=${from / pageSize}&resultsPerPage=${pageSize}`;
  if (tab === 'roles') return `/roles?${page}`;
  const filter = new URLSearchParams({
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(isLocked && { loginAllowed: 'false' }),
    ...(source !== 'all' && { external: String(source === 'external') }),
  });
  return `/users?${page}${filter.size === 0 ? '' : `&${filter}`}`;
}
