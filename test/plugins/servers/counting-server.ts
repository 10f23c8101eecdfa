import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { empty, json, type ReceivedRequest, type Reply, type Routes, routeFor } from './routes.ts';

/** A fault for one request: another response, or a closed connection before or after the request had its effect. */
export type Fault = Reply | 'hang up' | 'hang up when done';

/** A request that has had its effect, and whose response is delayed until `release`. */
export interface HeldRequest {
  readonly arrived: Promise<void>;
  release(): void;
}

/** A real HTTP server on loopback that records every request. */
export interface CountingServer {
  /** without a trailing slash */
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** Returns the number of requests of a route such as `POST /issues`. */
  count(route: string): number;
  /** Returns the requests that change data, as `METHOD path`, in the order of their arrival. */
  changes(): readonly string[];
  /** Injects faults into the next requests of a route, one fault for each request. */
  misbehave(route: string, ...faults: readonly Fault[]): void;
  /** Delays the response to the next request of a route. */
  hold(route: string): HeldRequest;
  stop(): Promise<void>;
}

interface RequestHold {
  readonly came: () => void;
  readonly until: Promise<void>;
}
interface Misbehavior {
  readonly faults: Map<string, Fault[]>;
  readonly holds: Map<string, RequestHold[]>;
}

async function receive(request: IncomingMessage, routes: Routes): Promise<ReceivedRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const method = request.method ?? '';
  const isHead = method === 'HEAD';
  const match = routeFor(routes, method, pathname) ?? (isHead ? routeFor(routes, 'GET', pathname) : null);
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: await buffer(request),
    params: match?.params ?? {},
    route: match?.route ?? null,
  };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function answer(
  response: ServerResponse,
  reply: () => Reply,
  route: string,
  misbehavior: Misbehavior,
): Promise<void> {
  const fault = misbehavior.faults.get(route)?.shift();
  if (fault === 'hang up') return void response.destroy();
  if (fault !== undefined && fault !== 'hang up when done') return send(response, fault);
  const done = reply();
  const requestHold = misbehavior.holds.get(route)?.shift();
  requestHold?.came();
  await requestHold?.until;
  if (fault === 'hang up when done') response.destroy();
  else send(response, done);
}

/** Returns null for an accepted request, or the response that refuses it. */
export type RequestGuard = (received: ReceivedRequest) => Reply | null;

/** Starts a server with these routes. `guard` runs before each route. */
export async function startCountingServer(routes: Routes, guard: RequestGuard = () => null): Promise<CountingServer> {
  const received: ReceivedRequest[] = [];
  const misbehavior: Misbehavior = { faults: new Map(), holds: new Map() };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entry = await receive(request, routes);
    received.push(entry);
    const { route } = entry;
    if (route === null) return send(response, json({ message: `nothing at ${entry.path}` }, 404));
    const refused = guard(entry);
    await answer(response, () => refused ?? routes[route]?.(entry) ?? empty(500), route, misbehavior);
  };
  const server = createServer((request, response) => {
    // The client may have closed the connection.
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    count: (route) => received.filter((entry) => entry.route === route).length,
    changes: () =>
      received.filter(({ method }) => !['GET', 'HEAD'].includes(method)).map(({ method, path }) => `${method} ${path}`),
    misbehave: (route, ...faults) =>
      void misbehavior.faults.set(route, [...(misbehavior.faults.get(route) ?? []), ...faults]),
    hold: (route) => {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const entry = { came: arrived.resolve, until: released.promise };
      misbehavior.holds.set(route, [...(misbehavior.holds.get(route) ?? []), entry]);
      return { arrived: arrived.promise, release: released.resolve };
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns a guard that accepts this user, and refuses other requests with 401. */
export const requireBasic =
  (username: string, password: string): RequestGuard =>
  ({ headers }) =>
    headers.authorization === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      ? null
      : json({ message: 'who are you?' }, 401, { 'www-authenticate': 'Basic realm="test"' });

/** Returns a guard that accepts this header, and refuses other requests with 401. */
export const requireHeader =
  (name: string, value: string): RequestGuard =>
  ({ headers }) =>
    headers[name] === value ? null : json({ message: 'who are you?' }, 401);
