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
  /** when its complete response was first found unsent, in milliseconds of the served time; null: not found */
  unsentSince: number | null;
  /** when a check first found that the client reads nothing; null: it read a part before the last check */
  stalledSince: number | null;
  /** whether Node has reported since the last check that the client reads nothing */
  isStalled: boolean;
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
  /** a client that reads nothing of its response for about two of these intervals is disconnected */
  readonly stallTimeoutMs: number;
  /** a client that has not read its complete response after this time is disconnected */
  readonly maxResponseMs: number;
  /** a request whose body is incomplete after this time is aborted, unless a slow body is allowed */
  readonly receiveTimeoutMs: number;
  /** The minimum number of bytes of a slow body in each such interval. */
  readonly minReceivedBytes: number;
  /** the interval of the check for slow clients */
  readonly checkIntervalMs: number;
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

/** A clock that counts only the time in which this process serves its clients. */
interface ServedTime {
  /** in milliseconds */
  now(): number;
  /** Called by each check. */
  check(): void;
}

/**
 * Creates a clock that advances by one interval from one check to the next. If the event loop is blocked, or the
 * process is suspended, the next check is late. Then it comes before the sockets, so the clients have had no chance.
 */
function createServedTime(intervalMs: number): ServedTime {
  let servedMs = 0;
  let checkedAt = performance.now();
  return {
    now: () => servedMs + Math.min(intervalMs, performance.now() - checkedAt),
    check: () => {
      servedMs += intervalMs;
      checkedAt = performance.now();
    },
  };
}

/** Starts a request, and the next one of its connection when its response is sent. */
function createProcessor(
  busy: BusyConnections,
  listener: RequestListener,
  receiveTimeoutMs: number,
  servedTime: ServedTime,
) {
  const begin = (socket: Socket, connection: Connection): void => {
    busy.progress(socket, connection);
    connection.since = servedTime.now();
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
    connection.stalledSince = null;
    connection.isStalled = false;
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

/** The part of a check interval after which Node compares the unsent bytes: twice that is longer than the interval. */
const comparisonShare = 0.75;

/** Watches whether the client of a complete response reads. Each check evaluates the result. */
function watchReads(socket: Socket, connection: Connection, { checkIntervalMs }: ConnectionLimits): void {
  // Received bytes would count as activity.
  socket.pause();
  // Without a listener, Node would end the connection, also after a time in which this process was blocked.
  connection.current.response.on('timeout', () => {
    connection.isStalled = true;
  });
  socket.setTimeout(comparisonShare * checkIntervalMs);
}

/** Whether the client of a watched response has read nothing for too long. */
function hasStalled(
  socket: Socket,
  connection: Connection,
  { checkIntervalMs, stallTimeoutMs }: ConnectionLimits,
  now: number,
): boolean {
  if (!connection.isStalled) {
    connection.stalledSince = null;
    return false;
  }
  connection.stalledSince ??= now;
  connection.isStalled = false;
  socket.setTimeout(comparisonShare * checkIntervalMs);
  return now - connection.stalledSince >= stallTimeoutMs;
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
  const { maxWaiting, maxResponseMs, checkIntervalMs } = limits;
  const busy = createBusyConnections(maxWaiting);
  const servedTime = createServedTime(checkIntervalMs);
  const begin = createProcessor(busy, listener, limits.receiveTimeoutMs, servedTime);
  return {
    handleRequest: (request, response) => {
      const { socket } = request;
      const connection = busy.connections.get(socket);
      if (connection !== undefined) {
        socket.pause();
        busy.add(connection, { request, response });
      } else if (socket.writable) {
        const unwatched = { unsentSince: null, stalledSince: null, isStalled: false };
        begin(socket, { current: { request, response }, waiting: [], ...unwatched, since: 0, received: 0, last: null });
      }
    },
    afterResponses: (socket, last) => {
      const connection = busy.connections.get(socket);
      if (connection?.current.request.complete) connection.last = last;
      else last();
    },
    closeStalled: () => {
      servedTime.check();
      const now = servedTime.now();
      for (const [socket, connection] of busy.connections) {
        const { response } = connection.current;
        if (isBodyOverdue(socket, connection, limits, now)) {
          if (response.headersSent) socket.destroy();
          else refuseLate(socket);
        } else if (!response.writableEnded) continue;
        else if (connection.unsentSince === null) {
          connection.unsentSince = now;
          watchReads(socket, connection, limits);
        } else if (hasStalled(socket, connection, limits, now) || now - connection.unsentSince > maxResponseMs)
          socket.destroy();
      }
    },
  };
}
