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

interface Keys {
  readonly keysUrl: string;
  /** Its present keys, fetched each time. */
  readonly currentKeys: JWTVerifyGetKey;
  /** Its cached keys: tokens with unknown keys cause at most two fetches a minute. */
  readonly recentKeys: JWTVerifyGetKey;
}

/** A provider whose description was read. */
export interface KnownProvider extends Keys {
  readonly configuration: Configuration;
}

/** For so long a provider that was away is left alone. */
const pauseMs = 5_000;
const timeoutSeconds = 10;

/** The secret is sent in the header, unless the provider requires it in the body. */
function authentication(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return ways.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

/** The keys at an address: the cached ones for an unchanged address, so that clients cannot cause more fetches. */
function keysAt(url: URL, before: KnownProvider | undefined): Keys {
  if (before?.keysUrl === url.href) return before;
  const timeoutDuration = timeoutSeconds * 1000;
  return {
    keysUrl: url.href,
    currentKeys: createRemoteJWKSet(url, { timeoutDuration, cooldownDuration: 0, cacheMaxAge: 0 }),
    recentKeys: createRemoteJWKSet(url, { timeoutDuration, cooldownDuration: 30_000, cacheMaxAge: 300_000 }),
  };
}

async function describe(
  { issuer, clientId, clientSecret }: OidcSettings,
  before: KnownProvider | undefined,
): Promise<KnownProvider> {
  const isPlain = issuer.startsWith('http:');
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { id_token_signed_response_alg: 'RS256' },
    authentication(clientSecret),
    { timeout: timeoutSeconds, execute: isPlain ? [allowInsecureRequests] : [] },
  );
  const { issuer: told, jwks_uri: keys = '' } = configuration.serverMetadata();
  if (new URL(told).href !== new URL(issuer).href) throw new ProviderUnreachable(`its issuer is ${told}`);
  if (!URL.canParse(keys) || !(isPlain || keys.startsWith('https:'))) {
    throw new ProviderUnreachable('it has no safe address of its keys');
  }
  const { keysUrl, currentKeys, recentKeys } = keysAt(new URL(keys), before);
  return { configuration, keysUrl, currentKeys, recentKeys };
}

/** Returns the provider with metadata of at most this age, in milliseconds. Throws ProviderUnreachable. */
type ProviderLook = (mostMs: number) => Promise<KnownProvider>;

/**
 * Reads the metadata of a provider on demand: an unavailable one blocks no start. Concurrent callers share one
 * request, and a failed one leaves the cached metadata for callers that accept its age.
 */
export function providerOf(settings: OidcSettings, now: () => number): ProviderLook {
  let known: { readonly at: number; readonly provider: KnownProvider } | undefined;
  let last: { readonly provider: Promise<KnownProvider>; until: number } | undefined;
  async function look(): Promise<KnownProvider> {
    const at = now();
    try {
      const provider = await describe(settings, known?.provider);
      known = { at, provider };
      return provider;
    } catch (error) {
      throw refusalOf(error);
    }
  }
  return async (mostMs) => {
    if (known !== undefined && now() < known.at + mostMs) return known.provider;
    if (last === undefined || now() >= last.until) {
      const begun = { provider: look(), until: Number.POSITIVE_INFINITY };
      last = begun;
      const hold = (ms: number) => () => {
        begun.until = now() + ms;
      };
      begun.provider.then(hold(0), hold(pauseMs));
    }
    return await last.provider;
  };
}
