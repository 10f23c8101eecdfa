import type { IncomingMessage } from 'node:http';
import { message } from '@slipway/domain/messages';
import type { Identity } from '@slipway/engine';
import { findSessionLogin, findTokenLogin } from '@slipway/persistence/people';
import type { Deps, PasswordLogin } from '../dependencies/deps.ts';
import type { Authenticator, Login } from '../http/access.ts';
import type { Client } from '../http/client/address.ts';
import { refuseOtherSites, requireOwnSite } from '../http/client/origin.ts';
import { Unauthenticated } from '../http/errors/errors.ts';
import type { LoginAttempt } from './activity-log.ts';
import { createSessionLogin, sessionValueOf } from './sessions.ts';
import { createTokenLogin, looksLikeToken } from './tokens.ts';

/** Authenticates a bearer token of another issuer, sent from an address. Throws Unauthenticated, ServiceUnavailable. */
type BearerLogin = (text: string, address: string) => Promise<Identity>;

interface LoginMethods {
  readonly password: PasswordLogin;
  /** Null without an identity provider. */
  readonly bearer: BearerLogin | null;
  /** Called for failed attempts, except for those with a password. */
  readonly recordAttempt: (attempt: LoginAttempt) => void;
}

const isSafe = (method = ''): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Authenticates a request. Takes at most one statement if the password was verified recently. A browser sends some
 * credentials automatically, so a page of another site could use them. Sessions therefore allow no changes from other
 * sites. Cached Basic logins do not either, if the browser reports the site (permissions.md, Login). Both rules apply
 * before the verification, so that no page can make its visitors guess passwords.
 */
export function createAuthenticator(
  { database }: Pick<Deps, 'database'>,
  { password, bearer, recordAttempt }: LoginMethods,
): Authenticator {
  const byToken = createTokenLogin((hash) => findTokenLogin(database, hash));
  const bySession = createSessionLogin((hash) => findSessionLogin(database, hash));
  async function byPassword(credentials: BasicCredentials, { address }: Client): Promise<Login> {
    const { mustChangePassword, ...identity } = await password(credentials, address);
    return { by: 'password', id: null, identity, mustChangePassword };
  }
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
        return await byPassword(credentials, client);
      case 'none':
        if (isChange) refuseOtherSites(headers, client.ownHosts);
        throw missingCredentials();
    }
  };
}

const missingCredentials = () => new Unauthenticated(message('login.needed'));

/** The credentials of a request. `isAutomatic`: a browser may have sent them for a page of another site. */
type Credentials =
  | { readonly kind: 'token'; readonly text: string; readonly isAutomatic: boolean }
  | { readonly kind: 'bearer'; readonly text: string }
  | { readonly kind: 'session'; readonly value: string }
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'none' };

const tokenHeader = 'x-release-personal-token';

/** Returns the text after `Bearer`, or null for another scheme. */
const parseBearer = (header: string): string | null => /^bearer +(\S{1,8000}) *$/i.exec(header)?.[1] ?? null;

/**
 * Finds the credentials of a request, in this order: the token header, `Authorization`, the session cookie. The first
 * credentials count. If they are wrong, the others are not tried (permissions.md, Login).
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

/** Parses Basic credentials. A token can replace the user name, or the password if the user name is empty. */
function parseBasic(header: string): Credentials {
  const basic = readBasic(header);
  if (basic === null) return { kind: 'none' };
  const text = basic.username === '' ? basic.password : basic.username;
  if (looksLikeToken(text)) return { kind: 'token', text, isAutomatic: true };
  return basic.username === '' ? { kind: 'none' } : { kind: 'password', ...basic };
}

/** A user name and a password, as sent by a client. */
export interface BasicCredentials {
  /** Empty without a user. */
  readonly username: string;
  readonly password: string;
}

const maxHeaderLength = 8192;

/**
 * Parses `Authorization: Basic …` (UTF-8, split at the first colon). Returns null for another scheme, for malformed
 * values and for control characters.
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
