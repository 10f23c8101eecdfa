import type { HttpRequest } from '@slipway/script-protocol';
import { requireOwnHost, type Secret } from './connection/secrets.ts';
import type { RawResponse } from './exchange/exchange.ts';
import type { RequestHop } from './exchange/redirect.ts';
import type { Requester } from './policy/host-limiter.ts';
import { limits } from './policy/policy.ts';
import { refused } from './policy/refusal.ts';
import { type TargetChecker, targetOf } from './target/check-target.ts';

/** An operation of a host that has another protocol than HTTP. Its target is checked. */
export interface ProtocolRequest {
  /** the name for messages */
  readonly host: string;
  readonly port: number;
  /** the checked addresses of the host: a connection uses one of them without another lookup */
  readonly addresses: readonly string[];
  readonly path: string;
  readonly body: Buffer | null;
  readonly signal: AbortSignal;
}

/**
 * Performs an operation. Its reply is a response with this status and this JSON. Throws a `Refusal`, errors of sockets,
 * and the reason of the signal.
 */
export type ProtocolHandler = (
  request: ProtocolRequest,
) => Promise<{ readonly status: number; readonly json: unknown }>;

/** The protocols besides HTTP, by the scheme of their URLs, such as `ssh:`. */
export type Protocols = Readonly<Record<string, ProtocolHandler>>;

/** Returns the handler of a URL; null for HTTP. */
export function handlerOf(protocols: Protocols, { url }: HttpRequest): ProtocolHandler | null {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  return Object.entries(protocols).find(([scheme]) => scheme === protocol)?.[1] ?? null;
}

interface ProtocolContext {
  readonly targetChecker: TargetChecker;
  readonly secrets: readonly Secret[];
  readonly requester: Requester;
  readonly signal: AbortSignal;
}

/** Checks the target of an operation as that of an HTTP request, and performs it. */
export async function performOperation(
  handler: ProtocolHandler,
  request: HttpRequest,
  { targetChecker, secrets, requester, signal }: ProtocolContext,
): Promise<{ readonly hop: RequestHop; readonly response: RawResponse }> {
  const url = new URL(request.url);
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw refused('the URL of an operation has a host, a port and a path only');
  const text = request.body !== null && 'text' in request.body ? request.body.text : '';
  const body = Buffer.from(text);
  if (body.length > limits.maxRequestBytes)
    throw refused(`an operation can have at most ${limits.maxRequestBytes} bytes, and this one has ${body.length}`);
  requireOwnHost(url.host, () => [text], secrets);
  const target = targetOf(url);
  const addresses = await targetChecker.addressesOf(target, { requester, signal });
  signal.throwIfAborted();
  const { status, json } = await handler({ ...target, addresses, path: url.pathname, body, signal });
  const headers = [['Content-Type', 'application/json']] as const;
  const response = { status, reason: '', headers, bytes: Buffer.from(JSON.stringify(json)) };
  return { hop: { method: request.method, url, headers: new Map(), body }, response };
}
