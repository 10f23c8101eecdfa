import { type Message, message } from '@slipway/domain/messages';
import { RefusalError } from '@slipway/domain/model';
import type { OidcSettings } from '@slipway/process';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  ResponseBodyError,
} from 'openid-client';

interface Keys {
  readonly keysUrl: string;
  /** Verifies with the current keys, which are fetched for each verification. */
  readonly currentKeys: JWTVerifyGetKey;
  /** Verifies with cached keys. Tokens with unknown keys cause at most two fetches a minute. */
  readonly recentKeys: JWTVerifyGetKey;
}

/** A provider with its metadata and keys. */
export interface DiscoveredProvider extends Keys {
  readonly configuration: Configuration;
}

/** The time for which the product sends no requests to a provider after a failure. */
const retryDelayMs = 5_000;
const timeoutSeconds = 10;

/** Sends the client secret in the header, unless the provider requires it in the body. */
function authentication(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...rest) => {
    const authMethods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return authMethods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest);
  };
}

/**
 * Returns the keys at an address. Keeps the cached keys if it is unchanged, so that clients cannot cause more fetches.
 */
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
 * Creates a reader of the metadata of a provider. It reads them on demand, so that an unavailable provider does not
 * block the start. Concurrent callers share one request. After a failed request, callers can still use cached metadata
 * of an age that they accept.
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

/** The provider, or the product, rejects a user: the message is for the user. */
export class SignOnRefused extends RefusalError {
  override readonly name = 'SignOnRefused';
}

/** The provider is unavailable. The message is for the operator only. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
}

const claimMessages = new Map([
  ['iss', message('signOn.otherIssuer')],
  ['aud', message('signOn.otherApplication')],
  ['azp', message('signOn.otherApplication')],
  ['nonce', message('signOn.otherLogin')],
  ['exp', message('signOn.expired')],
  ['nbf', message('signOn.notValidYet')],
]);

const errorMessages = new Map([
  ['access_denied', message('signOn.accessDenied')],
  ['login_required', message('signOn.loginRequired')],
  ['invalid_grant', message('signOn.codeUsed')],
  ['invalid_client', message('signOn.badClient')],
]);

const signatureMessages = new Map([
  ['ERR_JWKS_NO_MATCHING_KEY', message('signOn.unknownKey')],
  ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', message('signOn.badSignature')],
  ['ERR_JOSE_ALG_NOT_ALLOWED', message('signOn.badAlgorithm')],
]);

/**
 * Returns the message for an unknown OAuth error. It repeats the text only if it is a short word, as in RFC 6749,
 * section 5.2.
 */
const unknownErrorMessage = (error: string): Message =>
  /^[a-z_]{1,40}$/.test(error) ? message('signOn.error', { error }) : message('signOn.anError');

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/**
 * Returns the message for the claim in an error of the library, such as `unexpected JWT "aud" (audience) claim value`.
 */
const sentenceFor = (reason: string): Message | undefined => claimMessages.get(/"(\w+)" /.exec(reason)?.[1] ?? '');

function joseRefusal(error: errors.JOSEError): Error {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
    return new SignOnRefused(claimMessages.get(error.claim) ?? message('signOn.badClaim', { claim: error.claim }));
  }
  if (error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC') {
    return new ProviderUnreachable(error.message);
  }
  return new SignOnRefused(signatureMessages.get(error.code) ?? message('signOn.malformedToken'));
}

/** Errors for which the provider sent no verifiable response. */
const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_PARSE_ERROR',
]);

/** Texts in errors of the library about a response, and our message for each of them. */
const responseMessages: readonly (readonly [string, Message])[] = [
  ['"alg"', message('signOn.badAlgorithm')],
  ['"state"', message('signOn.answerToOtherLogin')],
  ['response parameter "iss"', message('signOn.otherProvider')],
  ['"iss" (issuer) response parameter', message('signOn.otherProvider')],
];

function clientRefusal(error: ClientError): Error {
  const reason = reasonOf(error.cause);
  if (unreachableCodes.has(error.code ?? '')) return new ProviderUnreachable(`${error.message} ${reason}`.trim());
  const [, sentence] = responseMessages.find(([part]) => reason.includes(part)) ?? [];
  return new SignOnRefused(sentence ?? sentenceFor(reason) ?? message('signOn.malformedAnswer'));
}

/** Converts an error of the library to SignOnRefused or ProviderUnreachable. Returns other errors unchanged. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return new SignOnRefused(errorMessages.get(error.error) ?? unknownErrorMessage(error.error));
  }
  if (error instanceof ClientError) return clientRefusal(error);
  if (error instanceof errors.JOSEError) return joseRefusal(error);
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return new ProviderUnreachable(reasonOf(error.cause) || error.message);
  }
  return error;
}
