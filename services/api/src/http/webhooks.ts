import { type Request, type RequestHandler, Router } from 'express';
import type { Deps } from '../deps.ts';
import { createEndpoints } from '../webhooks/endpoint.ts';
import { receive } from '../webhooks/receive.ts';
import { hasBody, readBody } from './body.ts';
import { bounded } from './bounded.ts';
import { Unsupported } from './errors.ts';
import { joined } from './path.ts';
import { replyEmpty, replyNothing, replyUnauthorized } from './reply.ts';

/** In one form, as endpoints have it. */
function pathIn(written: string): string {
  const segments = written.split('/');
  const first = segments.findIndex((segment) => segment !== '');
  const last = segments.findLastIndex((segment) => segment !== '');
  return segments
    .slice(Math.max(first, 0), last + 1)
    .join('/')
    .normalize('NFC');
}

const nothing = Buffer.alloc(0);

const small = 256 * 1024;

/** A body of 8 MB takes ten times of that while it is read, masked and kept, and strangers may send it. */
const inTurn = bounded({ running: 2, waiting: 64, what: 'large deliveries' });

function mayBeLarge({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > small;
}

/** Where webhook endpoints are called: without login, each guards itself (rest-api.md, section Events). */
export function webhooks(deps: Deps): Router {
  const endpoints = createEndpoints();
  const answer: RequestHandler = async (request, response) => {
    let body: Promise<Buffer> | undefined;
    const { method, url, rawHeaders } = request;
    const take = () =>
      receive(deps, endpoints, {
        method,
        path: pathIn(joined(request.params.path)),
        url,
        rawHeaders,
        body: (limit) => {
          if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
            throw new Unsupported('a body may not be compressed');
          }
          body ??= hasBody(request) ? readBody(request, limit) : Promise.resolve(nothing);
          return body;
        },
      });
    const received = await (mayBeLarge(request) ? inTurn(take) : take());
    if (received.status === 200) replyEmpty(response);
    else if (received.status === 204) replyNothing(response, { Allow: received.allow.join(', ') });
    else replyUnauthorized(response, received.text);
  };
  const router = Router({ caseSensitive: true });
  router.all('/webhooks/*path', answer);
  return router;
}
