import { pageSize } from '../../components/table.tsx';
import { choiceParam, flagParam, offsetParam, type StateOf, textParam, urlState } from '../../navigation/url-state.ts';

export const peopleUrl = urlState({
  tab: choiceParam('form', ['users', 'roles']),
  /** A part of a name or mail address, for users only, as is `isLocked` */
  text: textParam('text'),
  /** Only users who cannot log in */
  isLocked: flagParam('locked'),
  from: offsetParam('from', pageSize),
});

/** The query of users or roles. */
export type PeopleQuery = StateOf<typeof peopleUrl>;

/** The request to REST. */
export function requestPath({ tab, text, isLocked, from }: PeopleQuery): string {
  const page = `page=${from / pageSize}&resultsPerPage=${pageSize}`;
  if (tab === 'roles') return `/roles?${page}`;
  const filter = new URLSearchParams({
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(isLocked && { loginAllowed: 'false' }),
  });
  return `/users?${page}${filter.size === 0 ? '' : `&${filter}`}`;
}
