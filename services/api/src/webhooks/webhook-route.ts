import { NotFound } from '@slipway/domain';
import { Overloaded } from '@slipway/engine';
import type { Deps } from '../context/deps.ts';
import type { PlainRoute } from '../http/plain-route.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import { createEndpointCache } from './endpoint.ts';
import { createEventBodies } from './event-bodies.ts';
import { type Received, receive } from './receive.ts';

/** A path as endpoints have it: without slashes around it, and normalized. */
function normalized(written: string): string {
  const segments = written.split('/');
  const first = segments.findIndex((segment) => segment !== '');
  const last = segments.findLastIndex((segment) => segment !== '');
  return segments
    .slice(Math.max(first, 0), last + 1)
    .join('/')
    .normalize('NFC');
}

function replyOf(received: Received): Reply {
  switch (received.kind) {
    case 'accepted':
      return emptyReply(200, { 'Content-Length': 0 });
    case 'described':
      return emptyReply(received.status, received.headers);
    case 'refused':
      return { status: 401, type: 'application/json', content: received.text };
  }
}

/** Counts a delivery by its result. */
async function counted({ metrics }: Deps, receiving: Promise<Received>): Promise<Received> {
  const received = await receiving.catch((error: unknown) => {
    if (error instanceof Overloaded) metrics.delivered('busy');
    else metrics.delivered(error instanceof NotFound ? 'unknown' : 'invalid');
    throw error;
  });
  if (received.kind !== 'described') metrics.delivered(received.kind);
  return received;
}

/** Where webhook endpoints are called. Each authenticates its senders, who do not log in (rest-api.md, section Events). */
export function webhookRoute(deps: Deps): PlainRoute {
  const cache = createEndpointCache();
  const bodyOf = createEventBodies();
  return {
    method: 'any',
    path: '/webhooks/*path',
    answer: async ({ message, path }) => {
      const { method = '', url = '', rawHeaders } = message;
      const body = bodyOf(message);
      const request = { method, path: normalized(path), url, rawHeaders, body: body.read };
      return replyOf(await counted(deps, receive(deps, cache, request)).finally(body.release));
    },
  };
}
