import type { IncomingHttpHeaders } from 'node:http';
import { message } from '@slipway/domain/messages';
import { Forbidden } from '@slipway/domain/model';
import type { RequestHandler } from 'express';

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
  if (isForeign) throw new Forbidden(message('origin.otherSite'));
}

/**
 * Accepts changes with a session only from our own pages, and only with the headers of a browser: sessions are for
 * browsers, and their requests for other pages must be excluded. Throws Forbidden.
 */
export function requireOwnSite(headers: IncomingHttpHeaders, ownHosts: readonly string[]): void {
  refuseOtherSites(headers, ownHosts);
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || (site === undefined && headers.origin !== undefined)) return;
  throw new Forbidden(message('origin.unknownPage'));
}

function isOwn(origin: string, ownHosts: readonly string[]): boolean {
  return URL.canParse(origin) && ownHosts.includes(new URL(origin).host);
}

/** Names of this machine that no name server can give to another one. */
const loopbackName = /^(?:(?:[a-z0-9-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Whether a header `Host` names this machine; a request of HTTP/1.0 may have none, and no browser sends it. */
export const isOwnHost = (host: string | undefined): boolean => host === undefined || loopbackName.test(host);

/**
 * Another site may point its name to this machine (DNS rebinding), and its page may then read our responses. While the
 * admin has the default password, only loopback names are served. Throws Forbidden.
 */
export function ownHostOnly(hasDefaultPassword: () => Promise<boolean>): RequestHandler {
  return async ({ headers: { host } }, _response, next) => {
    if (!isOwnHost(host) && (await hasDefaultPassword())) {
      throw new Forbidden(message('origin.badHost', { host: host ?? '' }));
    }
    next();
  };
}
