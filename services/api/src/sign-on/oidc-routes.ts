import type { IncomingMessage } from 'node:http';
import { message } from '@slipway/domain/messages';
import { Forbidden, messageOf } from '@slipway/domain/model';
import type { Seal } from '@slipway/persistence/secrets';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import type { Client } from '../http/client/address.ts';
import { cookiesNamed } from '../http/client/cookies.ts';
import { isPageRequest } from '../http/client/negotiation.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { LoginAttempt } from '../people/activity-log.ts';
import { logOut, startSession } from '../people/sessions.ts';
import { ExternalUserRejected, ensureExternalUser, oidcSource as identityProvider } from './external-users.ts';
import { ProviderUnreachable, SignOnRefused } from './oidc-provider.ts';
import type { IdentityProvider } from './open-sign-on.ts';

interface RouteDeps extends Pick<Deps, 'database' | 'seal' | 'logger'> {
  readonly provider: IdentityProvider;
  /** Called for each login attempt. */
  readonly recordAttempt: (attempt: LoginAttempt) => void;
  readonly now?: () => number;
}

/** Prevents browsers from sending the code and the other query parameters to the next page. */
const noReferrer = { 'Referrer-Policy': 'no-referrer' };

const queryOf = (url = ''): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'));

/**
 * Returns the path to which to redirect a browser after its login. Returns the root if the text is not a path of the
 * product. The check uses the resolved path: `/.//x` becomes `//x`, which browsers treat as another host.
 */
function targetPath(rawPath: string | null, redirectUri: string): string {
  const root = new URL('.', redirectUri);
  const isPath = rawPath !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(rawPath) && URL.canParse(rawPath, root.href);
  const target = isPath ? new URL(rawPath, root.href) : root;
  const isSameOrigin = target.origin === root.origin && !/^\/[/\\]/.test(target.pathname);
  return isSameOrigin ? `${target.pathname}${target.search}${target.hash}` : root.pathname;
}

/** Redirects a browser to the provider. */
async function redirectToProvider(
  { seal, provider, now = Date.now }: RouteDeps,
  { message, client }: PlainRequest,
): Promise<Reply> {
  const { url, attempt } = await provider.begin();
  const to = targetPath(queryOf(message.url).get('to'), provider.redirectUri);
  const headers = {
    ...noReferrer,
    Location: url.href,
    'Set-Cookie': attemptCookie(seal, { ...attempt, to }, client, now()),
  };
  return emptyReply(302, headers);
}

const lostAttempt = () => new SignOnRefused(message('signOn.attemptLost'));

/** Completes a login at the provider, and starts a session. */
async function completeLogin(deps: RouteDeps, { message, client }: PlainRequest): Promise<Reply> {
  const { seal, provider, now = Date.now } = deps;
  const attempt = readAttempt(seal, message, client, now());
  if (attempt === null) throw lostAttempt();
  const externalUser = await provider.finish(queryOf(message.url).toString(), attempt);
  const { username } = await ensureExternalUser(deps, identityProvider, externalUser, client.address);
  const session = await startSession(deps, message, client, username);
  deps.recordAttempt({ action: 'LOGIN_SUCCEEDED', username, address: client.address, by: 'provider' });
  const cookies = [session['Set-Cookie'], expiredAttemptCookie(client)];
  return emptyReply(302, { ...noReferrer, Location: attempt.to, 'Set-Cookie': cookies });
}

/**
 * Ends the session of a browser, and redirects it to the logout of the provider. Redirects it to the root of the
 * product if the provider has no logout or is unavailable.
 */
async function logOutAtProvider({ database, logger, provider }: RouteDeps, request: PlainRequest): Promise<Reply> {
  const logoutHeaders = await logOut(database, request);
  const root = new URL('.', provider.redirectUri).href;
  const logoutUrl = await provider.end(root).catch((error: unknown) => {
    if (!(error instanceof ProviderUnreachable)) throw error;
    logger.warn({ reason: error.message }, 'the identity provider of OIDC_ISSUER is unavailable');
    return null;
  });
  return emptyReply(303, { ...noReferrer, Location: logoutUrl?.href ?? root, ...logoutHeaders });
}

/** Converts the error of a failed login to the error of the response. Logs and records a rejected login. */
function loginErrorFor(deps: RouteDeps, error: unknown, { client }: PlainRequest): unknown {
  if (error instanceof ProviderUnreachable) {
    deps.logger.warn({ reason: error.message }, 'the identity provider of OIDC_ISSUER is unavailable');
    return new ServiceUnavailable(message('oidc.unavailableForLogin'));
  }
  if (!(error instanceof SignOnRefused || error instanceof ExternalUserRejected)) return error;
  deps.logger.warn({ reason: error.message }, 'a login by the identity provider was refused');
  deps.recordAttempt({ action: 'LOGIN_FAILED', username: null, address: client.address, by: 'provider' });
  return new Forbidden(message('oidc.loginRefused', { problem: messageOf(error) }));
}

/**
 * Redirects a browser to its target page, or to the root if the target is unknown. The login dialog there shows the
 * refusal. Throws the error if the request is not from a browser page, or if the error is not a refusal.
 */
function redirectWithRefusal(
  { seal, provider, now = Date.now }: RouteDeps,
  refusal: unknown,
  request: PlainRequest,
): Reply {
  const { message, client } = request;
  const isShowable = refusal instanceof Forbidden || refusal instanceof ServiceUnavailable;
  if (!isShowable || !isPageRequest(message)) throw refusal;
  const to = queryOf(message.url).get('to') ?? readAttempt(seal, message, client, now())?.to ?? null;
  const target = targetPath(to, provider.redirectUri);
  return emptyReply(303, { ...noReferrer, Location: target, 'Set-Cookie': refusalCookie(refusal.message, client) });
}

/**
 * Routes for the login and logout of browsers at the identity provider. The login route without a query redirects to
 * the provider. It is also the redirect URI, to which the provider returns the browser.
 */
export const oidcRoutes = (deps: RouteDeps): readonly PlainRoute[] => [
  {
    method: 'GET',
    path: '/oidc-login',
    answer: async (request) => {
      const query = queryOf(request.message.url);
      const isResponse = query.has('code') || query.has('error');
      try {
        return await (isResponse ? completeLogin(deps, request) : redirectToProvider(deps, request));
      } catch (error) {
        return redirectWithRefusal(deps, loginErrorFor(deps, error, request), request);
      }
    },
  },
  { method: 'POST', path: '/oidc-logout', answer: (request) => logOutAtProvider(deps, request) },
];

/** The maximum duration of a login at the provider. */
const attemptMaxAgeSeconds = 600;

const storedAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path after the login. */
  to: z.string(),
  /** In epoch milliseconds. */
  until: z.number(),
});

/** The data in the cookie of a browser during a login at the provider. */
type StoredAttempt = Omit<z.output<typeof storedAttempt>, 'until'>;

type Secure = Pick<Client, 'isSecure'>;

/** The cookie name. As for sessions, only this host can set the cookie if the connection uses TLS. */
const attemptCookieName = ({ isSecure }: Secure): string => (isSecure ? '__Host-slipway-sign-on' : 'slipway-sign-on');
const cookie = (value: string, maxAge: number, client: Secure): string =>
  `${attemptCookieName(client)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${client.isSecure ? '; Secure' : ''}`;

/** Returns the header that stores an encrypted attempt in the browser for ten minutes. */
const attemptCookie = (seal: Seal, attempt: StoredAttempt, client: Secure, now: number): string =>
  cookie(
    seal.seal('sign-on', JSON.stringify({ ...attempt, until: now + attemptMaxAgeSeconds * 1000 })),
    attemptMaxAgeSeconds,
    client,
  );

const expiredAttemptCookie = (client: Secure): string => cookie('', 0, client);

/** Returns the attempt in the cookie of a browser. Returns null if it is missing, ambiguous, expired or invalid. */
function readAttempt(seal: Seal, { headers }: Pick<IncomingMessage, 'headers'>, client: Secure, now: number) {
  const [value, ...others] = new Set(cookiesNamed(headers, attemptCookieName(client)));
  if (value === undefined || others.length > 0) return null;
  try {
    const { until, ...attempt } = storedAttempt.parse(JSON.parse(seal.open('sign-on', value)));
    return now <= until ? attempt : null;
  } catch {
    return null;
  }
}

/** A browser needs less time to load the page that shows the refusal. */
const refusalMaxAgeSeconds = 60;

/**
 * Returns the cookie that stores the reason of a refused login in the browser. The login page of the board shows it
 * once (`data/login-refusal.ts` there).
 */
const refusalCookie = (refusal: string, { isSecure }: Pick<Client, 'isSecure'>): string =>
  `slipway-refused-login=${encodeURIComponent(refusal)}; Path=/; SameSite=Lax; Max-Age=${refusalMaxAgeSeconds}${isSecure ? '; Secure' : ''}`;
