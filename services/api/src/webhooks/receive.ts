import { clip, Invalid, NotFound } from '@slipway/domain';
import { Overloaded } from '@slipway/engine';
import { judgeReceivedEvent, type Sent, storeReceivedEvent } from '@slipway/persistence';
import { configurationIdOf } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { MethodNotAllowed } from '../http/errors/errors.ts';
import { authenticationOf } from './authenticate.ts';
import { largestForScripts } from './authenticate-by-script.ts';
import { type Endpoint, type EndpointCache, readEndpoint } from './endpoint.ts';
import { judge, unreadable, type Verdict } from './judge.ts';
import { maskedEvent, sealedHeaders } from './masked-event.ts';
import { headersIn, type ParsedRequest, parseRequest, type WebhookRequest } from './parse-request.ts';

/** The result of a request: an accepted event, a description of the endpoint, or a sender that is not authenticated. */
export type Received =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'described'; readonly status: 200 | 204; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refused'; readonly text: string };

/** In bytes, as of any other request. */
const largestBody = 8 * 1024 * 1024;
/** How often an endpoint is read again because it has changed meanwhile. */
const mostChanges = 3;

/**
 * Takes one request to a webhook endpoint: it is stored, then judged, then answered (rest-api.md, section Events).
 * Throws NotFound, MethodNotAllowed, TooLarge, Overloaded, and Invalid for a body that is no JSON.
 */
export async function receive(deps: Deps, cache: EndpointCache, request: WebhookRequest): Promise<Received> {
  const { path, method } = request;
  const cached = cache.get(path);
  const first = cached?.enabled && cached.method === method ? await take(deps, cached, request) : 'changed';
  if (first !== 'changed') return first;
  for (let attempt = 0; attempt < mostChanges; attempt += 1) {
    const endpoint = await readEndpoint(deps, cache, path);
    if (!endpoint?.enabled) throw new NotFound(`there is nothing at /webhooks/${clip(path)}`);
    const allow = [endpoint.method, 'HEAD', 'OPTIONS'];
    const described = descriptionFor(request, allow);
    if (described !== null) return described;
    if (method !== endpoint.method) throw new MethodNotAllowed(`${method} is not known here`, allow);
    const received = await take(deps, endpoint, request);
    if (received !== 'changed') return received;
  }
  throw new Overloaded('the endpoint is being changed, try again');
}

/**
 * Answers requests of senders before they register: HEAD, OPTIONS, and the validation of CloudEvents (HTTP 1.1 Web
 * Hooks for Event Delivery, section 4), which grants each sender its request. Null for other requests.
 */
function descriptionFor({ method, rawHeaders }: WebhookRequest, allow: readonly string[]): Received | null {
  const headers = { Allow: allow.join(', ') };
  if (method === 'HEAD') return { kind: 'described', status: 200, headers: { ...headers, 'Content-Length': '0' } };
  if (method !== 'OPTIONS') return null;
  const { byName } = headersIn(rawHeaders);
  const origin = byName.get('webhook-request-origin');
  if (origin === undefined) return { kind: 'described', status: 204, headers };
  const granted = {
    'WebHook-Allowed-Origin': origin,
    'WebHook-Allowed-Rate': byName.get('webhook-request-rate') ?? '*',
    'Content-Length': '0',
  };
  return { kind: 'described', status: 200, headers: { ...headers, ...granted } };
}

/** Stores and judges a request, unless the endpoint has changed since it was read. */
async function take(deps: Deps, endpoint: Endpoint, request: WebhookRequest): Promise<Received | 'changed'> {
  const began = performance.now();
  const limit = authenticationOf(endpoint.authentication.type) === undefined ? largestForScripts : largestBody;
  const parsed = await parseRequest(request, endpoint.method === 'POST' ? await request.body(limit) : Buffer.alloc(0));
  const sent = maskedEvent(endpoint, parsed);
  const stored = await storeReceivedEvent(deps.database, sent, endpoint.version);
  if (stored === 'changed') return stored;
  const id = configurationIdOf(endpoint.id, stored.folderPath);
  const broken = parsed.payload instanceof Invalid ? parsed.payload : null;
  const verdict = broken === null ? await judge(deps, endpoint, id, parsed) : unreadable(broken);
  const durationMs = performance.now() - began;
  if (await recorded(deps, { sent, parsed, verdict, durationMs })) deps.processEvent(sent.id, sent.endpointId);
  const { status, reason } = verdict;
  if (reason === null) return { kind: 'accepted' };
  deps.logger.warn({ endpoint: id, delivery: sent.id, status, reason }, 'a webhook delivery was refused');
  if (broken !== null) throw broken;
  if (status === 503) throw new Overloaded(`${reason}, try again`);
  const text = `Unauthorized request for '${id} (${endpoint.title})' (authentication method: ${endpoint.authentication.type})`;
  return { kind: 'refused', text };
}

interface JudgedRequest {
  readonly sent: Sent;
  readonly parsed: ParsedRequest;
  readonly verdict: Verdict;
  readonly durationMs: number;
}

/**
 * Stores the verdict, and answers whether the received event is to be processed. Of two with one key at once, the later
 * one learns it from the unique index.
 */
async function recorded(
  { database, seal }: Deps,
  { sent, parsed, verdict: { status, reason }, durationMs }: JudgedRequest,
): Promise<boolean> {
  const accepted = reason === null;
  const judged = await judgeReceivedEvent(database, {
    id: sent.id,
    verdict: accepted ? 'ACCEPTED' : 'REFUSED',
    status,
    reason,
    sealedHeaders: accepted ? sealedHeaders(seal, sent, parsed) : null,
    durationMs,
  });
  return judged?.unprocessed ?? false;
}
