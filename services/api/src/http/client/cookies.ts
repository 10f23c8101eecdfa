import type { IncomingHttpHeaders } from 'node:http';

/**
 * The values that a request brings under the name of a cookie, as they were written (RFC 6265, 5.4). There are several
 * where another server of the same site has set one of that name, too: which of them is ours is not said.
 */
export function cookiesNamed({ cookie = '' }: IncomingHttpHeaders, name: string): readonly string[] {
  return cookie.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals > 0 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
}
