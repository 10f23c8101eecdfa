import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to a receiver. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const servers: Server[] = [];

/** Starts a receiver on loopback, which records its requests. */
export async function receiver(answer: (response: ServerResponse, received: readonly Received[]) => void) {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = (await buffer(request)).toString();
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body });
    answer(response, received);
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received };
}

/** Stops all receivers. */
export async function stopReceivers(): Promise<void> {
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
}
