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
  /** its keys as they are now, asked for anew each time */
  readonly currentKeys: JWTVerifyGetKey;
  /** its keys as they were lately: a stranger who names unknown ones has them asked for twice a minute at most */
  readonly recentKeys: JWTVerifyGetKey;
}

/** A provider whose description was read. */
export interface KnownProvider extends Keys {
  readonly configuration: Configuration;
}

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

/** The keys at an address: those of before where they lie there, so that strangers cannot have them asked for more often. */
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
  if (new URL(told).href !== new URL(issuer).href) throw new ProviderUnreachable(`it says that its issuer is ${told}`);
  if (!URL.canParse(keys) || !(isPlain || keys.startsWith('https:'))) {
    throw new ProviderUnreachable('it tells no safe address of its keys');
  }
  const { keysUrl, currentKeys, recentKeys } = keysAt(new URL(keys), before);
  return { configuration, keysUrl, currentKeys, recentKeys };
}

/** Tells the provider by a description of at most such an age, in milliseconds. Throws ProviderUnreachable. */
type ProviderLook = (mostMs: number) => Promise<KnownProvider>;

/**
 * Reads the description of a provider when it is needed: one that is away stops nobody's start. Who asks at the same time
 * shares one look, and one that fails leaves what is known to those who take it as old as it is.
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
