import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One poll, as the server has seen it. */
export interface Poll {
  readonly task: string;
  /** the number of earlier polls, from the task's own count */
  readonly number: string;
  /** epoch milliseconds */
  readonly at: number;
}

/** What the scripts ask: a build that is never over. */
export interface PollsServer {
  readonly url: string;
  readonly polls: readonly Poll[];
  stop(): Promise<void>;
}

/** Answers on a free port of the loopback address, and records the time of each request. */
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
