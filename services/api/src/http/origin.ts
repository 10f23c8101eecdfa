import type { IncomingHttpHeaders } from 'node:http';
import { Forbidden } from '@slipway/domain';

/**
 * Refuses changes that a page of another site asks for. A browser adds a stored login to whatever any page sends here,
 * but it also says which site the page is from, and no page can forge that. Throws Forbidden.
 */
export function refuseOtherSites(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  const foreign =
    site === undefined ? isForeign(headers.origin, headers.host) : site !== 'same-origin' && site !== 'none';
  if (foreign) throw new Forbidden('a page of another site may not do this');
}

function isForeign(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
