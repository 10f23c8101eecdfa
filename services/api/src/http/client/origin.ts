import type { IncomingHttpHeaders } from 'node:http';
import { Forbidden } from '@slipway/domain';

/**
 * Refuses changes that a page of another site asks for. A browser adds a stored login to whatever any page sends here,
 * but it also says which site the page is from, and no page can forge that. Who says nothing is no browser. Throws
 * Forbidden.
 */
export function refuseOtherSites(headers: IncomingHttpHeaders, ownHosts: readonly string[]): void {
  const site = headers['sec-fetch-site'];
  const foreign =
    site === undefined
      ? headers.origin !== undefined && !isOwn(headers.origin, ownHosts)
      : site !== 'same-origin' && site !== 'none';
  if (foreign) throw new Forbidden('a page of another site may not do this');
}

/**
 * Lets changes with a session come from our own pages only, and only where the browser says so: a session is for
 * browsers, and what they send with it for others is all that has to be kept out. Throws Forbidden.
 */
export function requireOwnSite(headers: IncomingHttpHeaders, ownHosts: readonly string[]): void {
  refuseOtherSites(headers, ownHosts);
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || (site === undefined && headers.origin !== undefined)) return;
  throw new Forbidden('with a session only our own pages may do this, and nothing says that this is one');
}

function isOwn(origin: string, ownHosts: readonly string[]): boolean {
  return URL.canParse(origin) && ownHosts.includes(new URL(origin).host);
}
