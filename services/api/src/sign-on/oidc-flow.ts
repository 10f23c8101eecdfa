import { createHash } from 'node:crypto';
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
import type { ExternalUser } from './external-users.ts';
import { type DiscoveredProvider, refusalOf, SignOnRefused } from './oidc-provider.ts';
import { type Claims, clockTolerance, hasAllClaims, toExternalUser } from './oidc-tokens.ts';

/** What has to be known again when a browser comes back from the provider. */
export interface SignOnAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: proves to the provider that the client with the code has requested it. */
  readonly verifier: string;
}

/** Where to send a browser to log in, and what to keep until it is back. Throws ProviderUnreachable. */
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
 * Who has logged in, by what a browser brings back. State, nonce, PKCE, issuer, audience, times, signature and, where it
 * is there, `at_hash` have to be right (OpenID Connect Core, sections 3.1.3.7 and 3.1.3.8). Throws SignOnRefused,
 * ProviderUnreachable.
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

/** An access token that was not made together with the ID token belongs to another user. */
function requireHash(hash: unknown, accessToken: string): void {
  const expectedHash = createHash('sha256').update(accessToken, 'ascii').digest().subarray(0, 16).toString('base64url');
  if (hash !== undefined && hash !== expectedHash)
    throw new SignOnRefused('the tokens do not belong together (at_hash)');
}

/** Claims that the ID token lacks may be in the user info, which is requested then. */
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
 * The address for the logout at the provider, which may show a confirmation; null if the provider has none (OpenID
 * Connect RP-Initiated Logout, section 2). `back` is the return address, as registered at the provider.
 */
export const logoutUrl = ({ configuration }: DiscoveredProvider, returnUrl: string): URL | null =>
  configuration.serverMetadata().end_session_endpoint === undefined
    ? null
    : buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl });
