import type { ByteBudget } from '@slipway/concurrency';
import { currentTraceparent } from '@slipway/tracing';
import type { ClientCertificate, HttpProxy } from './connection/connection.ts';
import { requireOwnHost, type Secret } from './connection/secrets.ts';
import type { Dispatchers } from './exchange/dispatchers.ts';
import { exchange, locationOf, type RawResponse } from './exchange/exchange.ts';
import { nextHop, type RequestHop } from './exchange/redirect.ts';
import type { Requester } from './policy/host-limiter.ts';
import { limits } from './policy/policy.ts';
import { refused } from './policy/refusal.ts';
import { type TargetChecker, targetOf } from './target/check-target.ts';

/** The options of a request and of each of its redirects. */
export interface RequestContext {
  readonly targetChecker: TargetChecker;
  readonly verify: boolean;
  /** the certificates of the only trusted authorities; null: the public ones */
  readonly authority: string | null;
  readonly certificate: ClientCertificate | null;
  /** Whether a request can disable the verification of certificates. */
  readonly allowUnverified: boolean;
  readonly proxy: HttpProxy | null;
  readonly secrets: readonly Secret[];
  readonly responseMemory: ByteBudget;
  readonly requester: Requester;
  readonly dispatchers: Dispatchers;
  /** the owner of connections that later requests use too; null: none */
  readonly connectionOwner: string | null;
  readonly signal: AbortSignal;
}

/** All texts that a hop sends, to search them for secrets. */
function textsOf({ url, headers, body }: RequestHop): readonly string[] {
  const lines = Array.from(headers.values(), ({ values }) => values).flat();
  return [url.href, ...lines, ...(body === null ? [] : [body.toString('latin1'), body.toString()])];
}

/** Adds the current trace, unless the script has set a `traceparent`. */
function withTraceparent(headers: RequestHop['headers']): RequestHop['headers'] {
  const traceparent = currentTraceparent();
  if (traceparent === null || headers.has('traceparent')) return headers;
  return new Map([...headers, ['traceparent', { name: 'traceparent', values: [traceparent] }]]);
}

/** Checks the target of a hop, and sends it. Throws a `Refusal`, and errors of undici. */
export async function sendHop(
  context: RequestContext,
  hop: RequestHop,
  followsRedirects: boolean,
): Promise<RawResponse> {
  const { targetChecker, verify, allowUnverified, proxy, secrets, responseMemory, requester, signal } = context;
  const { authority, dispatchers, connectionOwner } = context;
  const certificate = context.certificate?.origin === hop.url.origin ? context.certificate : null;
  if (hop.url.protocol === 'https:' && !verify && !allowUnverified) {
    throw refused('the operator does not allow certificates that are not verified (SCRIPT_HTTP_ALLOW_UNVERIFIED)');
  }
  requireOwnHost(hop.url.host, () => textsOf(hop), secrets);
  const target = targetOf(hop.url);
  const targetAddresses = await targetChecker.addressesOf(target, { requester, signal, byProxy: proxy !== null });
  const addresses =
    proxy === null
      ? targetAddresses
      : await targetChecker.addressesOf(targetOf(new URL(proxy.url)), { requester, signal });
  signal.throwIfAborted();
  const headers = targetChecker.isTraced(target, targetAddresses) ? withTraceparent(hop.headers) : hop.headers;
  return await exchange(
    { ...hop, headers, verify, authority, certificate, addresses, proxy },
    {
      ...{ signal, followsRedirects, dispatchers, connectionOwner },
      bodyContext: { memory: responseMemory, requester: requester ?? hop.url.host },
    },
  );
}

/** The methods of requests that change nothing (RFC 9110, 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A hop and its response. */
interface CompletedHop {
  readonly hop: RequestHop;
  readonly response: RawResponse;
}

/** The last hop and its response, and the redirects before it, in order. */
export interface RedirectChain extends CompletedHop {
  readonly redirects: readonly CompletedHop[];
}

/** Sends a hop, and follows its redirects. */
export async function followRedirects(requestContext: RequestContext, first: RequestHop): Promise<RedirectChain> {
  let hop = first;
  const redirects: CompletedHop[] = [];
  const sentUrls = new Set<string>();
  for (let count = 0; count <= limits.maxRedirects; count += 1) {
    const { method, url } = hop;
    if (!safeMethods.has(method) && sentUrls.has(url.href))
      throw refused(`the server redirects a ${method} to an address that has already received it`);
    sentUrls.add(url.href);
    const response = await sendHop(requestContext, hop, true);
    const location = locationOf(response);
    if (location === null) return { hop, response, redirects };
    redirects.push({ hop, response });
    hop = nextHop(hop, response.status, location);
  }
  throw refused(`the server redirects more than ${limits.maxRedirects} times`);
}
