import type { ByteBudget } from '@slipway/concurrency';
import type { HttpRedirect, HttpRequest, HttpResponse } from '@slipway/script-protocol';
import type { AccessTokens } from './connection/access-tokens.ts';
import {
  authorityOf,
  type Connection,
  clientCertificateOf,
  type HttpProxy,
  proxyOf,
  urlOf,
  verifiesCertificates,
} from './connection/connection.ts';
import { authorizationOf } from './connection/credentials.ts';
import { createMasks, credentialsIn, type Masks, maskResponse, type Secret } from './connection/secrets.ts';
import type { Dispatchers } from './exchange/dispatchers.ts';
import { headerOf } from './exchange/exchange.ts';
import { firstHop, type RequestHop, withHeaders } from './exchange/redirect.ts';
import { bodyFrom } from './exchange/response-body.ts';
import type { EgressPolicy } from './policy/policy.ts';
import { handlerOf, type Protocols, performOperation } from './protocols.ts';
import { followRedirects, type RedirectChain, type RequestContext, sendHop } from './send.ts';
import type { TargetChecker } from './target/check-target.ts';

/** The options of a request that are not part of the request itself. */
export interface SendOptions {
  /** All secrets of the caller; the response contains none of them. */
  readonly secrets: readonly Secret[];
  /** The configuration that the request refers to, with its secrets decrypted. */
  readonly connection: Connection | null;
  /**
   * Further configurations of the script. A request to the host of one uses its proxy, also without a reference to it.
   */
  readonly configurations?: readonly Connection[] | undefined;
  /** The release, trigger or user that the request belongs to, which shares a limit; absent: it counts separately. */
  readonly requester?: string | undefined;
  /**
   * Whether later requests of the requester use the connection. The target of each request is checked, and a connection
   * is used only for the addresses of that check.
   */
  readonly keepsConnection?: boolean | undefined;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

export interface EgressServices {
  readonly policy: EgressPolicy;
  readonly protocols: Protocols;
  readonly targetChecker: TargetChecker;
  readonly tokens: AccessTokens;
  readonly dispatchers: Dispatchers;
  readonly responseMemory: ByteBudget;
}

/** Returns the final response for scripts, with masked secrets. */
function toHttpResponse({ hop, response, redirects }: RedirectChain, masks: Masks): HttpResponse {
  const headOf = (item: Pick<RedirectChain, 'hop' | 'response'>): HttpRedirect => ({
    status: item.response.status,
    reason: item.response.reason,
    url: item.hop.url.href,
    headers: item.response.headers.map(([name, value]) => [name, value]),
  });
  const httpResponse: HttpResponse = {
    ...headOf({ hop, response }),
    ...(redirects.length > 0 && { history: redirects.map(headOf) }),
    body: bodyFrom(response.bytes, headerOf(response.headers, 'content-type'), masks),
  };
  return maskResponse(httpResponse, masks);
}

/** Callers with many requests pass the same list, whose masks are then created once. */
const masksBySecrets = new WeakMap<readonly Secret[], Masks>();

function masksFor(secrets: readonly Secret[], tokens: readonly string[]): Masks {
  if (tokens.length > 0) return createMasks([...secrets.map(({ value }) => value), ...tokens]);
  const known = masksBySecrets.get(secrets) ?? createMasks(secrets.map(({ value }) => value));
  masksBySecrets.set(secrets, known);
  return known;
}

/** Returns the masks for a response: secrets, and their encodings in credentials. */
function createResponseMasks(
  first: RequestHop,
  authorizedHop: RequestHop,
  proxy: HttpProxy | null,
  { secrets, tokens }: { readonly secrets: readonly Secret[]; readonly tokens: readonly string[] },
): Masks {
  const secretMasks = masksFor(secrets, tokens);
  const isOwn = !first.headers.has('authorization');
  const explicit = authorizedHop.headers.get('authorization')?.values ?? [];
  const proxyAuthorization = proxy?.authorization ?? null;
  const credentials = [
    ...explicit.flatMap((item) => credentialsIn(item, secretMasks, isOwn)),
    ...(proxyAuthorization === null ? [] : credentialsIn(proxyAuthorization, secretMasks, true)),
  ];
  return credentials.length === 0 ? secretMasks : masksFor(secrets, [...tokens, ...credentials]);
}

/**
 * Adds the credentials for the server to a hop. A user name in the URL becomes a header, and is removed from the URL.
 */
async function withCredentials(
  hop: RequestHop,
  request: HttpRequest,
  connection: Connection | null,
  tokenFor: (connection: Connection) => Promise<string>,
): Promise<RequestHop> {
  const explicit = hop.headers.has('authorization');
  const authorization = explicit ? null : await authorizationOf(request, connection, hop.url, tokenFor);
  const url = new URL(hop.url);
  url.username = '';
  url.password = '';
  if (authorization === null) return { ...hop, url };
  return { ...hop, url, headers: withHeaders(hop.headers, [['authorization', authorization]]) };
}

/**
 * Sends a request, with its credentials and redirects. Throws a `Refusal`, errors of undici, and the reason of
 * `signal`.
 */
export async function performRequest(
  services: EgressServices,
  request: HttpRequest,
  options: SendOptions,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const handler = handlerOf(services.protocols, request);
  if (handler === null) return await performHttp(services, request, options, signal);
  const { secrets, requester = null } = options;
  const context = { targetChecker: services.targetChecker, secrets, requester, signal };
  const { hop, response } = await performOperation(handler, request, context);
  return toHttpResponse({ hop, response, redirects: [] }, masksFor(secrets, []));
}

async function performHttp(
  { policy, targetChecker, tokens, dispatchers, responseMemory }: EgressServices,
  request: HttpRequest,
  { secrets, connection, requester, configurations = [], keepsConnection = false }: SendOptions,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const first = firstHop(request);
  const verify = request.verify && (connection === null || verifiesCertificates(connection));
  const proxySource = connection ?? configurations.find((item) => urlOf(item)?.host === first.url.host);
  const proxy = proxySource === undefined ? null : proxyOf(proxySource);
  const requestContext: RequestContext = {
    targetChecker,
    verify,
    authority: connection === null ? null : authorityOf(connection),
    certificate: connection === null ? null : clientCertificateOf(connection),
    allowUnverified: policy.allowUnverified,
    proxy,
    secrets,
    responseMemory,
    requester: requester ?? null,
    dispatchers,
    connectionOwner: keepsConnection ? (requester ?? null) : null,
    signal,
  };
  const fetchedTokens: string[] = [];
  const tokenFor = async (owner: Connection) => {
    const token = await tokens.get(owner, (url, headers, body) =>
      sendHop(
        requestContext,
        { method: 'POST', url, headers: withHeaders(new Map(), headers), body: Buffer.from(body) },
        false,
      ),
    );
    fetchedTokens.push(token);
    return token;
  };
  const authorizedHop = await withCredentials(first, request, connection, tokenFor);
  const chain = request.followRedirects
    ? await followRedirects(requestContext, authorizedHop)
    : { hop: authorizedHop, response: await sendHop(requestContext, authorizedHop, false), redirects: [] };
  if (chain.response.status === 401 && fetchedTokens.length > 0 && connection !== null) tokens.evict(connection);
  return toHttpResponse(chain, createResponseMasks(first, authorizedHop, proxy, { secrets, tokens: fetchedTokens }));
}
