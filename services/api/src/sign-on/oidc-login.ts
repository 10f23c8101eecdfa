import { createHash } from 'node:crypto';
import { message } from '@slipway/domain/messages';
import { messageOf } from '@slipway/domain/model';
import type { Identity } from '@slipway/engine';
import type { GroupClaim } from '@slipway/persistence/people';
import type { OidcSettings } from '@slipway/process';
import { jwtVerify } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Deps } from '../dependencies/deps.ts';
import { ServiceUnavailable, Unauthenticated } from '../http/errors/errors.ts';
import { type ExternalUser, ExternalUserRejected, ensureExternalUser, oidcSource } from './external-users.ts';
import { type DiscoveredProvider, ProviderUnreachable, refusalOf, SignOnRefused } from './oidc-provider.ts';

/** The values that verify the return of a browser from the provider. */
export interface SignOnAttempt {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier: it proves to the provider that the client that sends the code has started the login. */
  readonly verifier: string;
}

/**
 * Starts a login. Returns the address to which to redirect the browser, and the values that verify its return. Throws
 * ProviderUnreachable.
 */
export async function begin(settings: OidcSettings, { configuration }: DiscoveredProvider) {
  const attempt: SignOnAttempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: settings.redirectUri,
    scope: settings.scopes,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  });
  return { url, attempt };
}

/**
 * Completes a login. Returns the user, from the query with which a browser returns. Verifies state, nonce, PKCE,
 * issuer, audience, times, signature and `at_hash` if present (OpenID Connect Core, sections 3.1.3.7 and 3.1.3.8).
 * Throws SignOnRefused, ProviderUnreachable.
 */
export async function finish(
  settings: OidcSettings,
  provider: DiscoveredProvider,
  query: string,
  attempt: SignOnAttempt,
) {
  const url = new URL(settings.redirectUri);
  url.search = query;
  try {
    const tokens = await authorizationCodeGrant(provider.configuration, url, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
    });
    const { issuer } = provider.configuration.serverMetadata();
    const checks = { issuer, audience: settings.clientId, algorithms: ['RS256'], clockTolerance };
    const { payload } = await jwtVerify(tokens.id_token ?? '', provider.currentKeys, checks);
    requireHash(payload.at_hash, tokens.access_token);
    return await readUser(settings, provider, payload, tokens.access_token);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Rejects an access token that was not issued together with the ID token: it may belong to another user. */
function requireHash(hash: unknown, accessToken: string): void {
  const expectedHash = createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url');
  if (hash !== undefined && hash !== expectedHash) throw new SignOnRefused(message('signOn.hashDiffers'));
}

/** Returns the user of an ID token. Requests the user info if the token lacks required claims. */
async function readUser(
  { claims }: OidcSettings,
  { configuration }: DiscoveredProvider,
  idTokenClaims: Claims & { readonly sub?: string },
  accessToken: string,
): Promise<ExternalUser> {
  if (hasAllClaims(idTokenClaims, claims) || configuration.serverMetadata().userinfo_endpoint === undefined)
    return toExternalUser(idTokenClaims, claims, true);
  const userInfo = await fetchUserInfo(configuration, accessToken, idTokenClaims.sub ?? '');
  return toExternalUser({ ...userInfo, ...idTokenClaims }, claims, true);
}

/**
 * Returns the logout address of the provider, which may show a confirmation page. Returns null if the provider has none
 * (OpenID Connect RP-Initiated Logout, section 2). `returnUrl` must be
 * registered at the provider.
 */
export const logoutUrl = ({ configuration }: DiscoveredProvider, returnUrl: string): URL | null =>
  configuration.serverMetadata().end_session_endpoint === undefined
    ? null
    : buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl });

/** Whether the claims belong to an ID token or a refresh token. These tokens are not valid for an API. */
const isNoAccessToken = (payload: Readonly<Record<string, unknown>>): boolean =>
  'nonce' in payload || 'at_hash' in payload || payload.typ === 'ID' || payload.typ === 'Refresh';

/**
 * Returns the user of an access token of the provider. Verifies only its signature and claims, so it calls the provider
 * only for new keys. Throws SignOnRefused, ProviderUnreachable.
 */
export async function verifyBearer(
  settings: OidcSettings,
  provider: DiscoveredProvider,
  token: string,
): Promise<ExternalUser> {
  const { apiAudience: audience } = settings;
  if (audience === undefined) throw new SignOnRefused(message('signOn.withoutAudience'));
  const { issuer } = provider.configuration.serverMetadata();
  const checks = { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp'], clockTolerance };
  try {
    const { payload } = await jwtVerify(token, provider.recentKeys, checks);
    if (isNoAccessToken(payload)) throw new SignOnRefused(message('signOn.noAccessToken'));
    return toExternalUser(payload, settings.claims, false);
  } catch (error) {
    throw refusalOf(error);
  }
}

type BearerDeps = Pick<Deps, 'database' | 'logger'>;

/**
 * Creates the login of requests with an access token of the provider. It throws Unauthenticated, ServiceUnavailable.
 */
export const createBearerLogin =
  (deps: BearerDeps, find: (token: string) => Promise<ExternalUser>) =>
  async (token: string, address: string): Promise<Identity> => {
    try {
      const { username, accessVersion, account } = await ensureExternalUser(
        deps,
        oidcSource,
        await find(token),
        address,
      );
      return { username, accessVersion, restrictedTo: null, account };
    } catch (error) {
      if (error instanceof SignOnRefused || error instanceof ExternalUserRejected) {
        throw new Unauthenticated(message('oidc.badToken', { problem: messageOf(error) }));
      }
      if (!(error instanceof ProviderUnreachable)) throw error;
      deps.logger.warn({ reason: error.message }, 'the identity provider of OIDC_ISSUER is unavailable');
      throw new ServiceUnavailable(message('oidc.unavailable'));
    }
  };

type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the value at a path of names, such as `resource_access.slipway.roles`. A name can contain dots, for example
 * `https://acme.example/groups`. The longest existing name is used.
 */
export function claimAt(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  const prefixEnds = Array.from(path.matchAll(/\./g), ({ index }) => index).toReversed();
  const prefixEnd = prefixEnds.find((index) => Object.hasOwn(claims, path.slice(0, index)));
  return prefixEnd === undefined ? undefined : claimAt(claims[path.slice(0, prefixEnd)], path.slice(prefixEnd + 1));
}

const textAt = (claims: Claims, path: string): string | null => {
  const value = claimAt(claims, path);
  return typeof value === 'string' && value !== '' ? value : null;
};

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((item): item is string => typeof item === 'string' && item !== '');

/**
 * Whether the claims refer to another address for a claim. Some providers do this for long lists of groups (OpenID
 * Connect Core, section 5.6.2).
 */
const isDistributedClaim = (claims: Claims, path: string): boolean => {
  const names = claimAt(claims, '_claim_names');
  return isObject(names) && Object.hasOwn(names, path);
};

/** Whether all configured claims of a user exist. */
const hasAllClaims = (claims: Claims, claimPaths: OidcSettings['claims']): boolean =>
  Object.values(claimPaths).every((path) => claimAt(claims, path) !== undefined);

/** The maximum clock difference to the provider, in seconds. */
const clockTolerance = 30;

/** Returns the time of issue in epoch milliseconds, or null without one. Throws SignOnRefused for a future time. */
function issuedAt({ iat }: Claims): number | null {
  if (typeof iat !== 'number' || !Number.isFinite(iat) || iat < 0) return null;
  if (iat > Date.now() / 1000 + clockTolerance) {
    throw new SignOnRefused(message('signOn.notValidYet'));
  }
  return Math.floor(iat * 1000);
}

/**
 * Returns the groups in the claims. In a response to a login, a missing claim means that the user has no groups. In an
 * access token of a client, it means that the groups are unknown: null. An access token without a time of issue also
 * returns null. Throws SignOnRefused if the groups are at another address.
 */
function groupsIn(claims: Claims, path: string, isAnswer: boolean): GroupClaim | null {
  const claim = claimAt(claims, path);
  if (claim === undefined && isDistributedClaim(claims, path)) {
    throw new SignOnRefused(message('signOn.tooManyGroups'));
  }
  const asOf = issuedAt(claims);
  if (!isAnswer && (claim === undefined || asOf === null)) return null;
  return { names: [...new Set(textsIn(claim))], asOf, isFresh: isAnswer };
}

/**
 * Returns the user of claims in a login response (`isAnswer`) or in an access token of a client. Throws SignOnRefused.
 */
export function toExternalUser(claims: Claims, claimPaths: OidcSettings['claims'], isAnswer: boolean): ExternalUser {
  const username = textAt(claims, claimPaths.username);
  if (username === null) throw new SignOnRefused(message('signOn.withoutUsername', { claim: claimPaths.username }));
  if (claimPaths.username === 'email' && claims.email_verified === false) {
    throw new SignOnRefused(message('signOn.unverifiedMail'));
  }
  return {
    username,
    fullName: textAt(claims, claimPaths.fullName),
    email: textAt(claims, claimPaths.email),
    groups: groupsIn(claims, claimPaths.groups, isAnswer),
  };
}
