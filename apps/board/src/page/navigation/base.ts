/** The address of the product. Scripts are in its folder `assets`, or below that where `npm run dev` serves the sources. */
export const base = new URL(import.meta.url.replace(/^(.*\/)assets\/.*$/, '$1'));

/** The address of a path below the root, such as `/releases?title=x`, as links have it. */
export const linkTo = (path: string): string => {
  const url = new URL(path.replace(/^\//, ''), base);
  // two slashes would name another server
  return url.pathname.replace(/^\/+/, '/') + url.search;
};

/** The path below the root of an address, such as `/releases`, without a slash at its end; null: it is elsewhere. */
export function pathBelow(url: URL): string | null {
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const path = `/${url.pathname.slice(base.pathname.length)}`;
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
