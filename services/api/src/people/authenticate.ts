import type { Identity } from '@slipway/engine';
import { findSessionLogin, findTokenLogin } from '@slipway/persistence/people';
import type { Deps, PasswordLogin } from '../dependencies/deps.ts';
import type { Authenticator } from '../http/access.ts';
import type { Client } from '../http/client/address.ts';
import { refuseOtherSites, requireOwnSite } from '../http/client/origin.ts';
import { Unauthenticated } from '../http/errors/errors.ts';
import { readCredentials } from './credentials.ts';
import type { LoginAttempt } from './login-attempts.ts';
import { createSessionLogin } from './sessions/session-login.ts';
import { createTokenLogin } from './tokens/token-login.ts';

/** Authenticates a bearer token of another issuer, from an address. Throws Unauthenticated, ServiceUnavailable. */
export type BearerLogin = (text: string, address: string) => Promise<Identity>;

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

const missingCredentials = () => new Unauthenticated('a user name and a password are needed');
