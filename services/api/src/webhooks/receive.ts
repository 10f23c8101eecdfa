import { configurationIdOf } from '@slipway/api-schema/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import { type ReceivedRequest, storeReceivedEvent, storeVerdict } from '@slipway/persistence/webhooks';
import type { Deps } from '../dependencies/deps.ts';
import { MethodNotAllowed } from '../http/errors/errors.ts';
import { authenticationOf } from './authenticate.ts';
import { maxScriptBodyBytes } from './authenticate-by-script.ts';
import { type Authorization, authorizeDelivery, rejectUnreadable } from './authorize-delivery.ts';
import { type Endpoint, type EndpointCache, readEndpoint } from './endpoint.ts';
import { maskEvent, sealHeaders } from './mask-event.ts';
import { parseHeaders, parseRequest, type WebhookRequest } from './parse-request.ts';
import { type ReceivedPart, splitRequest } from './split-request.ts';

/** The result of a request: an accepted event, a description of the endpoint, or the refusal of the sender. */
export type ReceiveResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'described'; readonly status: 200 | 204; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refused'; readonly text: string };

/** The maximum size of a body in bytes, the same as for other requests. */
const maxBodyBytes = 8 * 1024 * 1024;
/** The maximum number of times that an endpoint is read again because it changed during a request. */
const maxChanges = 3;

/**
 * Receives a request to a webhook endpoint. Stores it, authenticates its sender, and returns the result (rest-api.md,
 * section Events). Throws NotFound, MethodNotAllowed, TooLarge, Overloaded, and Invalid for a body that is not JSON.
 */
export async function receive(deps: Deps, cache: EndpointCache, request: WebhookRequest): Promise<ReceiveResult> {
  const { path, method } = request;
  const cached = cache.get(path);
  const first =
    cached?.enabled && cached.method === method ? await storeAndAuthorize(deps, cached, request) : 'changed';
  if (first !== 'changed') return first;
  for (let attempt = 0; attempt < maxChanges; attempt += 1) {
    const endpoint = await readEndpoint(deps, cache, path);
    if (!endpoint?.enabled) throw new NotFound(message('notFound.webhook', { path }));
    const allow = [endpoint.method, 'HEAD', 'OPTIONS'];
    const described = descriptionFor(request, allow);
    if (described !== null) return described;
    if (method !== endpoint.method) throw new MethodNotAllowed(message('request.unknownMethod', { method }), allow);
    const result = await storeAndAuthorize(deps, endpoint, request);
    if (result !== 'changed') return result;
  }
  throw new Overloaded(message('webhook.endpointChanging'));
}

/**
 * Returns the response to requests that senders make before they register: HEAD, OPTIONS, and the validation of
 * CloudEvents (HTTP 1.1 Web Hooks for Event Delivery, section 4). It grants the requested origin and rate. Returns null
 * for other requests.
 */
function descriptionFor({ method, rawHeaders }: WebhookRequest, allow: readonly string[]): ReceiveResult | null {
  const headers = { Allow: allow.join(', ') };
  if (method === 'HEAD') return { kind: 'described', status: 200, headers: { ...headers, 'Content-Length': '0' } };
  if (method !== 'OPTIONS') return null;
  const { byName } = parseHeaders(rawHeaders);
  const origin = byName.get('webhook-request-origin');
  if (origin === undefined) return { kind: 'described', status: 204, headers };
  const grantHeaders = {
    'WebHook-Allowed-Origin': origin,
    'WebHook-Allowed-Rate': byName.get('webhook-request-rate') ?? '*',
    'Content-Length': '0',
  };
  return { kind: 'described', status: 200, headers: { ...headers, ...grantHeaders } };
}

/**
 * Stores a request and authenticates its sender. Returns `changed` if the endpoint has changed since it was read. A
 * request with several events is stored as several events if its sender is authenticated, otherwise as the first one.
 */
async function storeAndAuthorize(
  deps: Deps,
  endpoint: Endpoint,
  request: WebhookRequest,
): Promise<ReceiveResult | 'changed'> {
  const startedAt = performance.now();
  const limit = authenticationOf(endpoint.authentication.type) === undefined ? maxScriptBodyBytes : maxBodyBytes;
  const parsed = await parseRequest(request, endpoint.method === 'POST' ? await request.body(limit) : Buffer.alloc(0));
  const [part, ...otherParts] = splitRequest(endpoint, parsed);
  const event = maskEvent(endpoint, part);
  const stored = await storeReceivedEvent(deps.database, event, endpoint.version);
  if (stored === 'changed') return stored;
  const id = configurationIdOf(endpoint.id, stored.folderPath);
  const parseError = part.parsed.payload instanceof Invalid ? part.parsed.payload : null;
  const authorization =
    parseError === null
      ? answerPing(endpoint, part, await authorizeDelivery(deps, endpoint, id, parsed))
      : rejectUnreadable(parseError);
  await recordAndProcess(deps, { event, part, authorization, startedAt });
  const { status, reason, problem } = authorization;
  if (reason === null) {
    for (const otherPart of otherParts)
      await storeOtherEvent(deps, endpoint, { part: otherPart, authorization, startedAt });
    return { kind: 'accepted' };
  }
  if (status === 200) return { kind: 'accepted' };
  deps.logger.warn({ endpoint: id, delivery: event.id, status, reason }, 'a webhook delivery was refused');
  if (parseError !== null) throw parseError;
  if (problem !== undefined) throw new Overloaded(message('server.tryAgain', { problem }));
  const text = `Unauthorized request for '${id} (${endpoint.title})' (authentication method: ${endpoint.authentication.type})`;
  return { kind: 'refused', text };
}

/** Returns the authorization of a connection test. Some senders do not sign it, and expect a response without error. */
function answerPing({ sender }: Endpoint, { isPing }: ReceivedPart, authorization: Authorization): Authorization {
  if (!isPing || sender?.hasUnsignedPings !== true || authorization.status !== 401) return authorization;
  return { status: 200, reason: 'an unsigned connection test is answered, and starts no release' };
}

type AuthorizedPart = Pick<AuthorizedEvent, 'part' | 'authorization' | 'startedAt'>;

/** Stores a further event of an authenticated request. Throws Overloaded if the endpoint has changed. */
async function storeOtherEvent(deps: Deps, endpoint: Endpoint, authorized: AuthorizedPart): Promise<void> {
  const event = maskEvent(endpoint, authorized.part);
  const stored = await storeReceivedEvent(deps.database, event, endpoint.version);
  if (stored === 'changed') throw new Overloaded(message('webhook.endpointChanging'));
  await recordAndProcess(deps, { event, ...authorized });
}

interface AuthorizedEvent {
  readonly event: ReceivedRequest;
  readonly part: ReceivedPart;
  readonly authorization: Authorization;
  /** The start of the request, from `performance.now()` in milliseconds. */
  readonly startedAt: number;
}

/**
 * Stores the authorization, and processes the event if it is accepted, neither a duplicate nor a connection test. The
 * unique index detects duplicates, also among concurrent requests.
 */
async function recordAndProcess(
  { database, seal, processEvent }: Deps,
  { event, part: { parsed, isPing }, authorization: { status, reason }, startedAt }: AuthorizedEvent,
): Promise<void> {
  const accepted = reason === null;
  const recordResult = await storeVerdict(database, {
    id: event.id,
    verdict: accepted ? 'ACCEPTED' : 'REFUSED',
    status,
    reason: accepted && isPing ? 'a connection test starts no release' : reason,
    sealedHeaders: accepted && !isPing ? sealHeaders(seal, event, parsed) : null,
    durationMs: performance.now() - startedAt,
    isPing,
  });
  if (recordResult?.unprocessed === true) processEvent(event.id, event.endpointId);
}
