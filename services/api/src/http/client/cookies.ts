import type { IncomingHttpHeaders } from 'node:http';

/**
 * The values of a cookie in a request, unchanged (RFC 6265, 5.4). There are several if another server of the same site
 * has set a cookie with that name; the request does not distinguish them.
 */
export function cookiesNamed({ cookie = '' }: IncomingHttpHeaders, name: string): readonly string[] {
  return cookie.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals > 0 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
}
