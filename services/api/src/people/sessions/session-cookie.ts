import type { IncomingMessage } from 'node:http';
import type { Client } from '../../http/client/address.ts';
import { cookiesNamed } from '../../http/client/cookies.ts';

/**
 * A browser accepts a cookie with the prefix `__Host-` only from this host, by TLS, for all of its paths: another host
 * of the site cannot set one (RFC 6265bis, 4.1.3). Without TLS there is no such protection.
 */
const cookieName = ({ isSecure }: Pick<Client, 'isSecure'>): string => (isSecure ? '__Host-slipway' : 'slipway');

/** 256 random bits in base64url. */
const valuePattern = /^[\w-]{43}$/;

/**
 * The value of the session in a request; null for none, or an invalid one. Of two, one was set by another host of the
 * site, and neither counts.
 */
export function sessionValueOf({ headers }: Pick<IncomingMessage, 'headers'>, client: Pick<Client, 'isSecure'>) {
  const [value, ...others] = new Set(cookiesNamed(headers, cookieName(client)));
  return value !== undefined && others.length === 0 && valuePattern.test(value) ? value : null;
}

/** The header that gives a browser its session. It ends with the browser, if not before. */
export const sessionCookie = (value: string, client: Pick<Client, 'isSecure'>): string =>
  `${cookieName(client)}=${value}; Path=/; HttpOnly; SameSite=Lax${client.isSecure ? '; Secure' : ''}`;

/** The header that takes the session away from a browser. */
export const expiredSessionCookie = (client: Pick<Client, 'isSecure'>): string =>
  `${sessionCookie('', client)}; Max-Age=0`;
