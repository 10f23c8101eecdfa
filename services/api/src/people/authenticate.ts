import type { IncomingMessage } from 'node:http';
import { message } from '@slipway/domain/messages';
import type { Identity } from '@slipway/engine';
import { findSessionLogin, findTokenLogin } from '@slipway/persistence/people';
import type { Deps, PasswordLogin } from '../dependencies/deps.ts';
import type { Authenticator } from '../http/access.ts';
import type { Client } from '../http/client/address.ts';
import { refuseOtherSites, requireOwnSite } from '../http/client/origin.ts';
import { Unauthenticated } from '../http/errors/errors.ts';
import type { LoginAttempt } from './activity-log.ts';
import { createSessionLogin, sessionValueOf } from './sessions.ts';
import { createTokenLogin, looksLikeToken } from './tokens.ts';

/** Authenticates a bearer token of another issuer, from an address. Throws Unauthenticated, ServiceUnavailable. */
type BearerLogin = (text: string, address: string) => Promise<Identity>;

interface LoginMethods {
  readonly password: PasswordLogin;
  /** null: there is no identity provider */
  readonly bearer: BearerLogin | null;
  /** Called for failed attempts, except by password. */
  readonly recordAttempt: (attempt: LoginAttempt) => void;
}

const isSafe = (method = ''): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Authenticates a request, with at most one statement if the password was verified recently. Credentials that a
 * browser adds automatically allow no changes from another site: a session never, a cached Basic login not if the
 * browser reports the site (permissions.md, Login). Both are checked first, so that no page can make other users guess
 * passwords.
 */
export function createAuthenticator(
  { database }: Pick<Deps, 'database'>,
  { password, bearer, recordAttempt }: LoginMethods,
): Authenticator {
  const byToken = createTokenLogin((hash) => findTokenLogin(database, hash));
  const bySession = createSessionLogin((hash) => findSessionLogin(database, hash));
  async function withAudit<T>(login: Promise<T>, { address }: Client, by: string): Promise<T> {
    return await login.catch((error: unknown) => {
      if (error instanceof Unauthenticated) recordAttempt({ action: 'LOGIN_FAILED', username: null, address, by });
      throw error;
    });
  }
  return async (message, client) => {
    const { headers, method } = message;
    const credentials = readCredentials(message, client);
    const isChange = !isSafe(method);
    switch (credentials.kind) {
      case 'token':
        if (isChange && credentials.isAutomatic) refuseOtherSites(headers, client.ownHosts);
        return { by: 'token', ...(await withAudit(byToken(credentials.text), client, 'token')) };
      case 'bearer':
        if (bearer === null) throw missingCredentials();
        return {
          by: 'provider',
          id: null,
          identity: await withAudit(bearer(credentials.text, client.address), client, 'provider'),
        };
      case 'session':
        if (isChange) requireOwnSite(headers, client.ownHosts);
        return { by: 'session', ...(await bySession(credentials.value)) };
      case 'password':
        if (isChange) refuseOtherSites(headers, client.ownHosts);
        return { by: 'password', id: null, identity: await password(credentials, client.address) };
      case 'none':
        if (isChange) refuseOtherSites(headers, client.ownHosts);
        throw missingCredentials();
    }
  };
}

const missingCredentials = () => new Unauthenticated(message('login.needed'));

/**
 * The credentials of a request. `remembered`: a browser may have added them automatically, for a page of another site.
 */
type Credentials =
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

/** A name and a password as they came. */
export interface BasicCredentials {
  /** Empty: no user */
  readonly username: string;
  readonly password: string;
}

const maxHeaderLength = 8192;

/**
 * Reads `Authorization: Basic …` (UTF-8, split at the first colon), or answers null where it is of another scheme,
 * malformed, or holds control characters.
 */
export function readBasic(header: string): BasicCredentials | null {
  if (header.length > maxHeaderLength) return null;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || /[\p{Cc}\uFFFD]/u.test(text)) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
