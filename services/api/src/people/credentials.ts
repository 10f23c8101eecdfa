import type { IncomingMessage } from 'node:http';
import type { Client } from '../http/client/address.ts';
import { readBasic } from './basic-credentials.ts';
import { sessionValueOf } from './sessions/session-cookie.ts';
import { looksLikeToken } from './tokens/token-text.ts';

/**
 * The credentials of a request. `remembered`: a browser may have added them automatically, for a page of another site.
 */
export type Credentials =
  | { readonly kind: 'token'; readonly text: string; readonly isAutomatic: boolean }
  | { readonly kind: 'bearer'; readonly text: string }
  | { readonly kind: 'session'; readonly value: string }
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'none' };

const tokenHeader = 'x-release-personal-token';

/** The text after `Bearer`; null for another scheme. */
const parseBearer = (header: string): string | null => /^bearer +(\S{1,8000}) *$/i.exec(header)?.[1] ?? null;

/**
 * Finds the credentials of a request: a token in its own header, then `Authorization`, then a session. Explicit ones
 * have priority over those that a browser adds; if they are wrong, no others are tried (permissions.md, Login).
 */
export function readCredentials(message: Pick<IncomingMessage, 'headers'>, client: Client): Credentials {
  const { authorization, [tokenHeader]: personalToken = '' } = message.headers;
  if (personalToken !== '') return { kind: 'token', text: String(personalToken), isAutomatic: false };
  if (authorization === undefined) {
    const value = sessionValueOf(message, client);
    return value === null ? { kind: 'none' } : { kind: 'session', value };
  }
  const bearer = parseBearer(authorization);
  if (bearer !== null) {
    return looksLikeToken(bearer)
      ? { kind: 'token', text: bearer, isAutomatic: false }
      : { kind: 'bearer', text: bearer };
  }
  return parseBasic(authorization);
}

/** A token may replace the user name, or the password without a user name. */
function parseBasic(header: string): Credentials {
  const basic = readBasic(header);
  if (basic === null) return { kind: 'none' };
  const text = basic.username === '' ? basic.password : basic.username;
  if (looksLikeToken(text)) return { kind: 'token', text, isAutomatic: true };
  return basic.username === '' ? { kind: 'none' } : { kind: 'password', ...basic };
}
