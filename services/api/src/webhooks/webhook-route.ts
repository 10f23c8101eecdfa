import { NotFound } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import type { Deps } from '../dependencies/deps.ts';
import type { PlainRoute } from '../http/plain-route.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import { createEndpointCache } from './endpoint.ts';
import { createEventBodies } from './event-bodies.ts';
import { type ReceiveResult, receive } from './receive.ts';

/** Normalizes a path: removes slashes at both ends, and applies Unicode NFC, as for the paths of endpoints. */
function normalizePath(rawPath: string): string {
  const segments = rawPath.split('/');
  const first = segments.findIndex((segment) => segment !== '');
  const last = segments.findLastIndex((segment) => segment !== '');
  return segments
    .slice(Math.max(first, 0), last + 1)
    .join('/')
    .normalize('NFC');
}

function replyOf(result: ReceiveResult): Reply {
  switch (result.kind) {
    case 'accepted':
      return emptyReply(200, { 'Content-Length': 0 });
    case 'described':
      return emptyReply(result.status, result.headers);
    case 'refused':
      return { status: 401, type: 'application/json', content: result.text };
  }
}

/** Counts a delivery by its result. */
async function countResult({ metrics }: Deps, pendingResult: Promise<ReceiveResult>): Promise<ReceiveResult> {
  const result = await pendingResult.catch((error: unknown) => {
    if (error instanceof Overloaded) metrics.delivered('busy');
    else metrics.delivered(error instanceof NotFound ? 'unknown' : 'invalid');
    throw error;
  });
  if (result.kind !== 'described') metrics.delivered(result.kind);
  return result;
}

/**
 * Creates the route for requests to endpoints. Each endpoint authenticates its senders (rest-api.md, section Events).
 */
export function webhookRoute(deps: Deps): PlainRoute {
  const cache = createEndpointCache();
  const bodyOf = createEventBodies();
  return {
    method: 'any',
    path: '/webhooks/*path',
    answer: async ({ message, path }) => {
      const { method = '', url = '', rawHeaders } = message;
      const body = bodyOf(message);
      const request = { method, path: normalizePath(path), url, rawHeaders, body: body.read };
      return replyOf(await countResult(deps, receive(deps, cache, request)).finally(body.release));
    },
  };
}
