import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { StartupError } from './lifecycle.ts';
import { createWebServer } from './web-server.ts';

/** The address on which a process listens. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
  /** The environment variable that configures the address, for error messages. */
  readonly variable?: string;
}

/** A listening server, with functions to change and stop it. */
export interface Listener {
  /** for example `http://127.0.0.1:5516` */
  readonly address: string;
  /** Replaces the handler of requests. */
  setHandler(answer: RequestListener): void;
  /** Makes each further response close its connection, so that the client connects to another process. */
  drain(): void;
  /**
   * Rejects new requests, answers those in flight, and closes, once. Connections that still send or read after
   * `graceMs` are closed.
   */
  stop(graceMs: number): Promise<void>;
}

/** Listens on a port. Throws `StartupError` if the port is not available. */
export async function listen(hostPort: HostPort, answer: RequestListener): Promise<Listener> {
  let current = answer;
  let stopped: Promise<void> | undefined;
  const server = createWebServer({ answer: (request, response) => current(request, response) });
  const drain = createDrain(server);
  const { host, port } = hostPort;
  await once(server.listen({ host, port, backlog: 1024 }), 'listening').catch((error) => refusePort(error, hostPort));
  return {
    address: addressOf(server, hostPort),
    setHandler: (handler) => {
      current = handler;
    },
    drain,
    stop: (graceMs) => {
      stopped ??= stop(server, graceMs);
      return stopped;
    },
  };
}

function addressOf(server: Server, { host, port }: HostPort): string {
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
}

const closeConnectionAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/** Tracks the responses in progress: when a drain begins, each of them closes its connection. */
function createDrain(server: Server): () => void {
  const inFlight = new Set<ServerResponse>();
  let draining = false;
  server.prependListener('request', (_, response) => {
    inFlight.add(response);
    if (draining) closeConnectionAfter(response);
    response.once('close', () => {
      inFlight.delete(response);
      // A closing server waits for all connections, and clients keep idle connections open.
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    draining = true;
    for (const response of inFlight) closeConnectionAfter(response);
  };
}

async function stop(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}

/** Converts a listen error into a message for the operator, as `StartupError`. */
function refusePort(error: NodeJS.ErrnoException, { host, port, variable = 'PORT' }: HostPort): never {
  if (error.code === 'EADDRINUSE') {
    throw new StartupError(
      `port ${port} of ${host} is in use: stop the process that uses it, or set ${variable} to another port`,
    );
  }
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error;
  throw new StartupError(`cannot listen on port ${port} of ${host}: ${error.message}`);
}
