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
import { type ParsedRequest, parseRequest, type WebhookRequest } from './parse-request.ts';

/** What the sender is answered: nothing (200), which methods there are (204), or that it was not let in (401). */
export type Received =
  | { readonly status: 200 }
  | { readonly status: 204; readonly allow: readonly string[] }
  | { readonly status: 401; readonly text: string };

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
    const allow = [endpoint.method, 'OPTIONS'];
    if (method === 'OPTIONS') return { status: 204, allow };
    if (method !== endpoint.method) throw new MethodNotAllowed(`${method} is not known here`, allow);
    const received = await take(deps, endpoint, request);
    if (received !== 'changed') return received;
  }
  throw new Overloaded('the endpoint is being changed, try again');
}

/** Stores and judges a request, unless the endpoint has changed since it was read. */
async function take(deps: Deps, endpoint: Endpoint, request: WebhookRequest): Promise<Received | 'changed'> {
  const began = performance.now();
  const limit = authenticationOf(endpoint.authentication.type) === undefined ? largestForScripts : largestBody;
  const parsed = parseRequest(request, endpoint.method === 'POST' ? await request.body(limit) : Buffer.alloc(0));
  const sent = maskedEvent(endpoint, parsed);
  const stored = await storeReceivedEvent(deps.database, sent, endpoint.version);
  if (stored === 'changed') return stored;
  const id = configurationIdOf(endpoint.id, stored.folderPath);
  const broken = parsed.payload instanceof Invalid ? parsed.payload : null;
  const verdict = broken === null ? await judge(deps, endpoint, id, parsed) : unreadable(broken);
  const durationMs = performance.now() - began;
  if (await recorded(deps, { sent, parsed, verdict, durationMs })) deps.processEvent(sent.id, sent.endpointId);
  const { status, reason } = verdict;
  if (reason === null) return { status: 200 };
  deps.logger.warn({ endpoint: id, delivery: sent.id, status, reason }, 'a webhook delivery was refused');
  if (broken !== null) throw broken;
  if (status === 503) throw new Overloaded(`${reason}, try again`);
  const text = `Unauthorized request for '${id} (${endpoint.title})' (authentication method: ${endpoint.authentication.type})`;
  return { status: 401, text };
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
