import type { Identity } from '@slipway/engine';
import type { OidcSettings } from '@slipway/process';
import { jwtVerify } from 'jose';
import type { Deps } from '../dependencies/deps.ts';
import { ServiceUnavailable, Unauthenticated } from '../http/errors/errors.ts';
import type { ExternalUser } from './directory.ts';
import { ExternalUserRejected, ensureExternalUser, oidcSource } from './external-users.ts';
import { clockTolerance, toExternalUser } from './oidc-claims.ts';
import type { DiscoveredProvider } from './oidc-provider.ts';
import { ProviderUnreachable, refusalOf, SignOnRefused } from './oidc-refusal.ts';

/** Claims of ID tokens and refresh tokens only: these are not made for an API. */
const isNoAccessToken = (payload: Readonly<Record<string, unknown>>): boolean =>
  'nonce' in payload || 'at_hash' in payload || payload.typ === 'ID' || payload.typ === 'Refresh';

/**
 * The user of an access token of the provider, by its signature and claims only: the provider is not called, except
 * for its keys at intervals. Throws SignOnRefused, ProviderUnreachable.
 */
export async function verifyBearer(
  settings: OidcSettings,
  provider: DiscoveredProvider,
  token: string,
): Promise<ExternalUser> {
  const { apiAudience: audience } = settings;
  if (audience === undefined)
    throw new SignOnRefused('tokens of the provider are not taken here: OIDC_API_AUDIENCE is not set');
  const { issuer } = provider.configuration.serverMetadata();
  const checks = { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp'], clockTolerance };
  try {
    const { payload } = await jwtVerify(token, provider.recentKeys, checks);
    if (isNoAccessToken(payload)) throw new SignOnRefused('this is no access token: ID tokens only log browsers in');
    return toExternalUser(payload, settings.claims, false);
  } catch (error) {
    throw refusalOf(error);
  }
}

type BearerDeps = Pick<Deps, 'database' | 'logger'>;

/** The login of requests that bring an access token of the provider. Throws Unauthenticated, ServiceUnavailable. */
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
        throw new Unauthenticated(`The token was refused: ${error.message}.`);
      }
      if (!(error instanceof ProviderUnreachable)) throw error;
      deps.logger.warn({ reason: error.message }, 'the identity provider of OIDC_ISSUER is unavailable');
      throw new ServiceUnavailable('The identity provider is unavailable: its tokens cannot be verified.');
    }
  };
