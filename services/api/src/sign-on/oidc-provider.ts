import type { OidcSettings } from '@slipway/runtime';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
} from 'openid-client';
import { ProviderUnreachable, refusalOf } from './oidc-refusal.ts';

/** A provider whose description was read. */
export interface KnownProvider {
  readonly configuration: Configuration;
  /** its keys as they are now, asked for anew each time */
  readonly currentKeys: JWTVerifyGetKey;
  /** its keys as they were lately: a stranger who names unknown ones has them asked for twice a minute at most */
  readonly recentKeys: JWTVerifyGetKey;
}

/** For so long a description of the provider holds. */
const holdsMs = 60 * 60_000;
/** For so long a provider that was away is left alone. */
const pauseMs = 5_000;
const timeoutSeconds = 10;

/** The secret goes in the header, unless the provider says that it wants it in the body. */
function authentication(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return ways.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

async function describe({ issuer, clientId, clientSecret }: OidcSettings): Promise<KnownProvider> {
  const isPlain = issuer.startsWith('http:');
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { id_token_signed_response_alg: 'RS256' },
    authentication(clientSecret),
    { timeout: timeoutSeconds, execute: isPlain ? [allowInsecureRequests] : [] },
  );
  const { issuer: told, jwks_uri: keys = '' } = configuration.serverMetadata();
  if (new URL(told).href !== new URL(issuer).href) throw new ProviderUnreachable(`it says that its issuer is ${told}`);
  if (!URL.canParse(keys) || !(isPlain || keys.startsWith('https:'))) {
    throw new ProviderUnreachable('it tells no safe address of its keys');
  }
  const url = new URL(keys);
  const timeoutDuration = timeoutSeconds * 1000;
  return {
    configuration,
    currentKeys: createRemoteJWKSet(url, { timeoutDuration, cooldownDuration: 0, cacheMaxAge: 0 }),
    recentKeys: createRemoteJWKSet(url, { timeoutDuration, cooldownDuration: 30_000, cacheMaxAge: 300_000 }),
  };
}

/**
 * Reads the description of a provider when it is needed: one that is away stops nobody's start. Who asks at the same time
 * shares one look. The result throws ProviderUnreachable.
 */
export function providerOf(settings: OidcSettings, now: () => number): () => Promise<KnownProvider> {
  let known: { readonly until: number; readonly provider: Promise<KnownProvider> } | undefined;
  return async () => {
    if (known === undefined || now() >= known.until) {
      const looking = {
        until: now() + holdsMs,
        provider: describe(settings).catch((error) => Promise.reject(refusalOf(error))),
      };
      looking.provider.catch(() => {
        if (known === looking) known = { ...looking, until: now() + pauseMs };
      });
      known = looking;
    }
    return await known.provider;
  };
}
