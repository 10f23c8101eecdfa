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

/** The address of a local installation in the documentation. In the board, it is the address of the server. */
const localAddress = 'http://127.0.0.1:5516';

/** The target of a link: a page of the documentation, another path of the server, or a URL of another server. */
export type LinkTarget =
  | { readonly kind: 'page' | 'path' | 'url'; readonly to: string }
  /** A file that the board does not have. */
  | null;

/** Returns the target of a link in a page of the documentation. */
export function targetOf(href: string, page: string, hasPage: (page: string) => boolean): LinkTarget {
  if (href.startsWith(localAddress)) return { kind: 'path', to: href.slice(localAddress.length) || '/' };
  if (/^https?:/.test(href)) return { kind: 'url', to: href };
  const url = new URL(href, `file:///${page}.md`);
  const path = url.pathname.slice(1).replace(/\.md$/, '');
  return hasPage(path) ? { kind: 'page', to: `${path}${url.hash}` } : null;
}
