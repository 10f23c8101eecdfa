import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request with an event. */
interface ReceivedEvent {
  readonly eventId: string;
  readonly messageId: string;
  readonly accepted: boolean;
}

/** A real receiver of webhooks. */
export interface EventReceiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  /** Closes the port and all connections, also during a request. */
  kill(): Promise<void>;
  /** Listens again at the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns the status for the number of the attempt with the same id, and for that of all requests. `close` closes the
 * connection, and `hang` sends no response.
 */
type Answer = (attempt: number, count: number) => number | 'close' | 'hang';

/** Starts a receiver. It accepts its registration. */
export async function startEventReceiver(answer: Answer): Promise<EventReceiver> {
  const received: ReceivedEvent[] = [];
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(async (request, response) => {
      const body = await buffer(request).catch(() => null);
      if (body === null) return;
      const { id: eventId, type = '' } = request.method === 'POST' ? JSON.parse(body.toString()) : {};
      if (request.method !== 'POST' || type.includes('subscription.test')) return void response.writeHead(204).end();
      const messageId = String(request.headers['webhook-id']);
      const attempt = received.filter((item) => item.messageId === messageId).length + 1;
      const status = answer(attempt, received.length + 1);
      received.push({ eventId, messageId, accepted: typeof status === 'number' && status < 300 });
      if (status === 'close') request.socket.destroy();
      else if (status !== 'hang') response.writeHead(status, status === 307 ? { location: '/moved' } : {}).end();
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const kill = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    kill,
    restart: async () => {
      server = await listen(port);
    },
    stop: kill,
  };
}
