/**
 * The root URL of the product. Scripts are in `assets` below it; `npm run dev` serves sources in folders of `assets`.
 */
export const base = new URL(import.meta.url.replace(/^(.*\/)assets\/.*$/, '$1'));

/** The results of `linkTo`. Parsing a URL takes longer than rendering the link. */
const links = new Map<string, string>();
const maxLinks = 2_000;

/** Returns the `href` of a path below the root, such as `/releases?title=x`. */
export function linkTo(path: string): string {
  const known = links.get(path);
  if (known !== undefined) return known;
  const url = new URL(path.replace(/^\//, ''), base);
  // A URL that begins with two slashes names another server.
  const link = url.pathname.replace(/^\/+/, '/') + url.search;
  if (links.size === maxLinks) links.clear();
  links.set(path, link);
  return link;
}

/** Returns the path of a URL below the root, such as `/releases`, without a trailing slash; null for all other URLs. */
export function pathBelow(url: URL): string | null {
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const path = `/${url.pathname.slice(base.pathname.length)}`;
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
