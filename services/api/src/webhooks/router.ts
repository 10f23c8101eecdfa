import { type Request, type RequestHandler, Router } from 'express';
import type { Deps } from '../context/deps.ts';
import { sharedRoom } from '../http/body/memory-budget.ts';
import { hasBody, readBody } from '../http/body/read-body.ts';
import { bounded } from '../http/concurrency-limit.ts';
import { Unsupported } from '../http/errors/errors.ts';
import { joined } from '../http/path.ts';
import { replyEmpty, replyNothing, replyUnauthorized } from '../http/reply.ts';
import { createEndpoints } from './endpoint.ts';
import { receive } from './receive.ts';

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

/** A body of 8 MB takes ten times of that while it is masked and kept, and strangers may send it. */
const inTurn = bounded({ running: 2, waiting: 64, what: 'large deliveries' });
/** What has come of large bodies, and waits. The turn begins when a body is there: it may be sent for a minute. */
const largeRoom = sharedRoom(64 * 1024 * 1024);
/** Small ones have a room of their own, which no large one fills. They take no turns, so all of them may be at work at once. */
const smallRoom = sharedRoom(32 * 1024 * 1024);

/** Begins a turn; answers what ends it. Throws Overloaded. */
const beginTurn = (): Promise<() => void> =>
  new Promise((begun, refused) => {
    inTurn(() => new Promise<void>(begun)).catch(refused);
  });

/** Bodies of one request: read as long as there is room, and the large ones in turn. */
function bodyOf(request: Request) {
  const ends: (() => void)[] = [];
  const readInto = async (enter: typeof smallRoom, limit: number): Promise<Buffer> => {
    const holder = enter();
    ends.push(holder.leave);
    const bytes = await readBody(request, limit, holder);
    if (bytes.length > small) ends.push(await beginTurn());
    return bytes;
  };
  let body: Promise<Buffer> | undefined;
  const read = (limit: number): Promise<Buffer> => {
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new Unsupported('a body may not be compressed');
    }
    if (!hasBody(request)) return Promise.resolve(nothing);
    body ??= readInto(mayBeLarge(request) ? largeRoom : smallRoom, limit);
    return body;
  };
  const end = (): void => {
    for (const each of ends) each();
  };
  return { read, end };
}

function mayBeLarge({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > small;
}

/** Where webhook endpoints are called: without login, each guards itself (rest-api.md, section Events). */
export function webhooks(deps: Deps): Router {
  const endpoints = createEndpoints();
  const answer: RequestHandler = async (request, response) => {
    const { method, url, rawHeaders } = request;
    const path = pathIn(joined(request.params.path));
    const body = bodyOf(request);
    const arrived = { method, path, url, rawHeaders, body: body.read };
    const received = await receive(deps, endpoints, arrived).finally(body.end);
    if (received.status === 200) replyEmpty(response);
    else if (received.status === 204) replyNothing(response, { Allow: received.allow.join(', ') });
    else replyUnauthorized(response, received.text);
  };
  const router = Router({ caseSensitive: true });
  router.all('/webhooks/*path', answer);
  return router;
}
