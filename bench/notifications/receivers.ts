import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A delivery that a receiver has accepted. */
export interface Arrival {
  readonly messageId: string;
  /** epoch milliseconds */
  readonly at: number;
  /** milliseconds from the event until its arrival */
  readonly lagMs: number;
}

/** A receiver of webhooks on loopback. */
export interface Receiver {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** the number of requests that it has received, also those without a response */
  requests(): number;
  stop(): Promise<void>;
}

async function listen(listener: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer({ keepAlive: true }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, server };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const timeIn = /"time":"([^"]+)"/;

/** Starts a receiver that accepts each delivery at once. */
export async function startFastReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const { url, server } = await listen(async (request, response) => {
    const body = (await buffer(request)).toString();
    const at = Date.now();
    response.writeHead(204).end();
    const [, time] = timeIn.exec(body) ?? [];
    const messageId = String(request.headers['webhook-id']);
    if (time !== undefined) arrivals.push({ messageId, at, lagMs: at - Date.parse(time) });
  });
  return { url, arrivals, requests: () => arrivals.length, stop: () => stop(server) };
}

/** Starts a receiver that accepts its registration, and then never responds. */
export async function startHangingReceiver(): Promise<Receiver> {
  let requests = 0;
  const { url, server } = await listen(async (request, response) => {
    const body = (await buffer(request)).toString();
    if (request.method === 'OPTIONS' || body.includes('subscription.test')) response.writeHead(204).end();
    else requests += 1;
  });
  return { url, arrivals: [], requests: () => requests, stop: () => stop(server) };
}
