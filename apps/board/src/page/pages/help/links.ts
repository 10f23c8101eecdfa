import { textParam, urlState } from '../../navigation/url-state.ts';

/** The address of a page of the documentation: its path, such as `how-to/attach-files`, and a section of it. */
export const helpState = urlState({ page: textParam('page'), section: textParam('section') });

/** The page with links to all others. */
export const indexPage = 'README';

/** Returns the path of a documentation page in the board, such as `how-to/attach-files#limits`. */
export const helpUrl = (target: string): string => {
  const [page = '', section = ''] = target.split('#');
  return helpState.url('/help', { page: page === indexPage ? '' : page, section });
};
