import type { OidcSettings } from '@slipway/process';
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

interface Keys {
  readonly keysUrl: string;
  /** Its present keys, fetched each time. */
  readonly currentKeys: JWTVerifyGetKey;
  /** Its cached keys: tokens with unknown keys cause at most two fetches a minute. */
  readonly recentKeys: JWTVerifyGetKey;
}

/** A provider whose description was read. */
export interface DiscoveredProvider extends Keys {
  readonly configuration: Configuration;
}

/** For so long a provider that was away is left alone. */
const retryDelayMs = 5_000;
const timeoutSeconds = 10;

/** The secret is sent in the header, unless the provider requires it in the body. */
function authentication(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...rest) => {
    const authMethods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return authMethods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

/** The keys at an address: the cached ones for an unchanged address, so that clients cannot cause more fetches. */
function keysAt(url: URL, previous: DiscoveredProvider | undefined): Keys {
  if (previous?.keysUrl === url.href) return previous;
  const timeoutDuration = timeoutSeconds * 1000;
  return {
    keysUrl: url.href,
    currentKeys: createRemoteJWKSet(url, { timeoutDuration, cooldownDuration: 0, cacheMaxAge: 0 }),
    recentKeys: createRemoteJWKSet(url, { timeoutDuration, cooldownDuration: 30_000, cacheMaxAge: 300_000 }),
  };
}

async function discover(
  { issuer, clientId, clientSecret }: OidcSettings,
  previous: DiscoveredProvider | undefined,
): Promise<DiscoveredProvider> {
  const isPlain = issuer.startsWith('http:');
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { id_token_signed_response_alg: 'RS256' },
    authentication(clientSecret),
    { timeout: timeoutSeconds, execute: isPlain ? [allowInsecureRequests] : [] },
  );
  const { issuer: discoveredIssuer, jwks_uri: keys = '' } = configuration.serverMetadata();
  if (new URL(discoveredIssuer).href !== new URL(issuer).href)
    throw new ProviderUnreachable(`its issuer is ${discoveredIssuer}`);
  if (!URL.canParse(keys) || !(isPlain || keys.startsWith('https:'))) {
    throw new ProviderUnreachable('it has no safe address of its keys');
  }
  const { keysUrl, currentKeys, recentKeys } = keysAt(new URL(keys), previous);
  return { configuration, keysUrl, currentKeys, recentKeys };
}

/** Returns the provider with metadata of at most this age, in milliseconds. Throws ProviderUnreachable. */
type ProviderLoader = (maxAgeMs: number) => Promise<DiscoveredProvider>;

/**
 * Reads the metadata of a provider on demand: an unavailable one blocks no start. Concurrent callers share one
 * request, and a failed one leaves the cached metadata for callers that accept its age.
 */
export function createProviderLoader(settings: OidcSettings, now: () => number): ProviderLoader {
  let cached: { readonly at: number; readonly provider: DiscoveredProvider } | undefined;
  let pending: { readonly provider: Promise<DiscoveredProvider>; until: number } | undefined;
  async function fetchProvider(): Promise<DiscoveredProvider> {
    const at = now();
    try {
      const provider = await discover(settings, cached?.provider);
      cached = { at, provider };
      return provider;
    } catch (error) {
      throw refusalOf(error);
    }
  }
  return async (maxAgeMs) => {
    if (cached !== undefined && now() < cached.at + maxAgeMs) return cached.provider;
    if (pending === undefined || now() >= pending.until) {
      const pendingFetch = { provider: fetchProvider(), until: Number.POSITIVE_INFINITY };
      pending = pendingFetch;
      const expireIn = (ms: number) => () => {
        pendingFetch.until = now() + ms;
      };
      pendingFetch.provider.then(expireIn(0), expireIn(retryDelayMs));
    }
    return await pending.provider;
  };
}
