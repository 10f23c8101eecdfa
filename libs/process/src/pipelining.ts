import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A connection with a request in progress. */
interface Connection {
  current: Exchange;
  readonly waiting: Exchange[];
  /** when its complete response was first found unsent, in milliseconds of `performance.now`; null: not found */
  unsentSince: number | null;
  /** the start of the current interval for receiving the body, and the bytes that had arrived at that time */
  since: number;
  received: number;
  /** called after the last response */
  last: (() => void) | null;
}

/** The limits for all connections and for each connection. */
export interface ConnectionLimits {
  /** the maximum number of pipelined requests that wait, on all connections; each takes 3 KB */
  readonly maxWaiting: number;
  /** a client that reads nothing of its response for one to two of these intervals is disconnected */
  readonly stallTimeoutMs: number;
  /** a client that has not read its complete response after this time is disconnected */
  readonly maxResponseMs: number;
  /** a request whose body is incomplete after this time is aborted, unless a slow body is allowed */
  readonly receiveTimeoutMs: number;
  /** The minimum number of bytes of a slow body in each such interval. */
  readonly minReceivedBytes: number;
}

const slowBodyAllowed = new WeakSet<IncomingMessage>();

/** Allows a slow body while it arrives fast enough, because its reader needs little memory. */
export const allowSlowBody = (request: IncomingMessage): void => {
  slowBodyAllowed.add(request);
};

/** Connections that process one request at a time. */
export interface SerializedConnections {
  /** Handles a request after the earlier requests of its connection. */
  readonly handleRequest: RequestListener;
  /** Calls a function after the responses to all earlier requests of a connection. */
  afterResponses(socket: Socket, last: () => void): void;
  /** Closes connections whose client does not send its body or does not read its response. */
  closeStalled(): void;
}

/** Connections with requests, the longest without progress first, with a limit for waiting requests. */
function createBusyConnections(maxWaiting: number) {
  const connections = new Map<Socket, Connection>();
  let waiting = 0;
  const drop = (socket: Socket): void => {
    waiting -= connections.get(socket)?.waiting.length ?? 0;
    connections.delete(socket);
  };
  return {
    connections,
    drop,
    progress: (socket: Socket, connection: Connection): void => {
      connections.delete(socket);
      connections.set(socket, connection);
    },
    /**
     * Above the limit, drops the connection with waiting requests that has been without a response for the longest
     * time.
     */
    add: (connection: Connection, exchange: Exchange): void => {
      connection.waiting.push(exchange);
      waiting += 1;
      for (const [socket, { waiting: ownWaiting }] of connections) {
        if (waiting <= maxWaiting) return;
        if (ownWaiting.length === 0) continue;
        drop(socket);
        socket.destroy();
      }
    },
    take: (connection: Connection): Exchange | undefined => {
      const next = connection.waiting.shift();
      if (next !== undefined) waiting -= 1;
      return next;
    },
  };
}

type BusyConnections = ReturnType<typeof createBusyConnections>;

/** Starts a request, and the next one of its connection when its response is sent. */
function createProcessor(busy: BusyConnections, listener: RequestListener, receiveTimeoutMs: number) {
  const begin = (socket: Socket, connection: Connection): void => {
    busy.progress(socket, connection);
    connection.since = performance.now();
    connection.received = socket.bytesRead;
    const { request, response } = connection.current;
    response.once('close', () => proceed(socket, connection));
    listener(request, response);
  };
  const proceed = (socket: Socket, connection: Connection): void => {
    if (!socket.writable) {
      busy.drop(socket);
      return;
    }
    const { request } = connection.current;
    // If the response was sent before the end of the body, the rest of the body is discarded, for a limited time.
    if (!request.complete) setTimeout(() => request.complete || socket.destroy(), receiveTimeoutMs).unref();
    const next = busy.take(connection);
    if (next === undefined) {
      busy.drop(socket);
      socket.resume();
      connection.last?.();
      return;
    }
    connection.current = next;
    if (connection.unsentSince !== null) socket.setTimeout(0);
    connection.unsentSince = null;
    if (connection.waiting.length === 0) socket.resume();
    // Yields to other connections; otherwise a thousand pipelined requests would starve them.
    setImmediate(() => (socket.writable ? begin(socket, connection) : busy.drop(socket)));
  };
  return begin;
}

/** Whether the body of a request is overdue. */
function isBodyOverdue(
  socket: Socket,
  connection: Connection,
  { receiveTimeoutMs, minReceivedBytes }: ConnectionLimits,
  now: number,
): boolean {
  const { request } = connection.current;
  if (request.complete || now - connection.since < receiveTimeoutMs) return false;
  if (!slowBodyAllowed.has(request) || socket.bytesRead - connection.received < minReceivedBytes) return true;
  connection.since = now;
  connection.received = socket.bytesRead;
  return false;
}

/**
 * Node reads all pipelined requests of a connection at once, and would store all their responses until the client reads
 * them. With this listener, a request starts when the response before it is sent, and reading pauses until then.
 */
export function serializePerConnection(
  listener: RequestListener,
  limits: ConnectionLimits,
  refuseLate: (socket: Socket) => void,
): SerializedConnections {
  const { maxWaiting, stallTimeoutMs, maxResponseMs } = limits;
  const busy = createBusyConnections(maxWaiting);
  const begin = createProcessor(busy, listener, limits.receiveTimeoutMs);
  return {
    handleRequest: (request, response) => {
      const { socket } = request;
      const connection = busy.connections.get(socket);
      if (connection !== undefined) {
        socket.pause();
        busy.add(connection, { request, response });
      } else if (socket.writable) {
        const initialState = { waiting: [], unsentSince: null, since: 0, received: 0, last: null };
        begin(socket, { current: { request, response }, ...initialState });
      }
    },
    afterResponses: (socket, last) => {
      const connection = busy.connections.get(socket);
      if (connection?.current.request.complete) connection.last = last;
      else last();
    },
    closeStalled: () => {
      const now = performance.now();
      for (const [socket, connection] of busy.connections) {
        const { response } = connection.current;
        if (isBodyOverdue(socket, connection, limits, now)) {
          if (response.headersSent) socket.destroy();
          else refuseLate(socket);
        } else if (!response.writableEnded) continue;
        else if (connection.unsentSince === null) {
          connection.unsentSince = now;
          // Node's own timeout ends a connection whose kernel accepts no further bytes. It would begin again with each
          // byte read.
          socket.pause();
          socket.setTimeout(stallTimeoutMs);
        } else if (now - connection.unsentSince > maxResponseMs) socket.destroy();
      }
    },
  };
}
