import type { IncomingHttpHeaders } from 'node:http';
import { Forbidden } from '@slipway/domain/model';

/**
 * Rejects changes from pages of other sites. A browser adds a cached login to the requests of any page, but also the
 * site of the page, which a page cannot forge. A request without it is not from a browser. Throws Forbidden.
 */
export function refuseOtherSites(headers: IncomingHttpHeaders, ownHosts: readonly string[]): void {
  const site = headers['sec-fetch-site'];
  const isForeign =
    site === undefined
      ? headers.origin !== undefined && !isOwn(headers.origin, ownHosts)
      : site !== 'same-origin' && site !== 'none';
  if (isForeign) throw new Forbidden('a page of another site may not do this');
}

/**
 * Accepts changes with a session only from our own pages, and only with the headers of a browser: sessions are for
 * browsers, and their requests for other pages must be excluded. Throws Forbidden.
 */
export function requireOwnSite(headers: IncomingHttpHeaders, ownHosts: readonly string[]): void {
  refuseOtherSites(headers, ownHosts);
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || (site === undefined && headers.origin !== undefined)) return;
  throw new Forbidden(
    'changes with a session are accepted from our own pages only, and the request has no header that shows its page',
  );
}

function isOwn(origin: string, ownHosts: readonly string[]): boolean {
  return URL.canParse(origin) && ownHosts.includes(new URL(origin).host);
}
