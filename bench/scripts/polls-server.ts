import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A poll that the server has received. */
export interface Poll {
  readonly task: string;
  /** the number of earlier polls, as counted by the task */
  readonly number: string;
  /** epoch milliseconds */
  readonly at: number;
}

/** The server that the scripts poll: a build that never ends. */
export interface PollsServer {
  readonly url: string;
  readonly polls: readonly Poll[];
  stop(): Promise<void>;
}

/** Listens on a free loopback port, and records the time of each request. */
export async function startPollsServer(): Promise<PollsServer> {
  const polls: Poll[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://server');
    polls.push({ task: searchParams.get('task') ?? '', number: searchParams.get('number') ?? '', at: Date.now() });
    response.setHeader('content-type', 'application/json').end('{"state":"running"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    polls,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
