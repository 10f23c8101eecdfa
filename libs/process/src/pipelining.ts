import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A connection on which a request is being answered. */
interface Connection {
  current: Exchange;
  readonly waiting: Exchange[];
  /** when its answer was first seen to lie here complete and unsent, in milliseconds of `performance.now` */
  unsentSince: number | null;
  /** since when its body is awaited, or comes fast enough, and how much had come on the connection by then */
  since: number;
  received: number;
  /** what comes after the last answer */
  last: (() => void) | null;
}

/** What connections may take, together and each. */
export interface ConnectionLimits {
  /** requests that wait behind others, of all connections together: each holds 3 KB */
  readonly maxWaiting: number;
  /** a peer that takes nothing of its answer for between one and two of these is cut */
  readonly stallTimeoutMs: number;
  /** who has not taken a complete answer in this time is cut, however much was taken */
  readonly maxResponseMs: number;
  /** whose body is not there as a whole after this long is cut, unless it may take long */
  readonly receiveTimeoutMs: number;
  /** The minimum bytes of a slow body in each such interval. */
  readonly minReceivedBytes: number;
}

const slowBodyAllowed = new WeakSet<IncomingMessage>();

/** Allows a long body while it arrives fast enough: its reader stores little of it. */
export const allowSlowBody = (request: IncomingMessage): void => {
  slowBodyAllowed.add(request);
};

/** Connections whose requests are answered one after the other. */
export interface SerializedConnections {
  /** Takes a request: it is answered now, or after those before it on its connection. */
  readonly handleRequest: RequestListener;
  /** Does something to a connection once all is answered that came on it before. */
  afterResponses(socket: Socket, last: () => void): void;
  /** Cuts those who do not send their bodies, or do not take their answers. */
  closeStalled(): void;
}

/** The busy connections, those with the oldest progress first, and a number of them waiting. */
function createBusyConnections(maxWaiting: number) {
  const lines = new Map<Socket, Connection>();
  let waiting = 0;
  const drop = (socket: Socket): void => {
    waiting -= lines.get(socket)?.waiting.length ?? 0;
    lines.delete(socket);
  };
  return {
    lines,
    drop,
    progress: (socket: Socket, connection: Connection): void => {
      lines.delete(socket);
      lines.set(socket, connection);
    },
    /** Where too many wait, the one goes that has others wait and has had no answer for the longest time. */
    add: (connection: Connection, exchange: Exchange): void => {
      connection.waiting.push(exchange);
      waiting += 1;
      for (const [socket, { waiting: ownWaiting }] of lines) {
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

/** Begins a request, and the next one of its connection as soon as its answer has gone out. */
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
    // The rest of a body that was answered early is dropped, for a limited time.
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
 * Node reads all requests that lie on a connection at once, and would keep all their answers until the peer takes them.
 * Here the next one begins when the answer before it has gone out, and nothing more is read meanwhile.
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
      const connection = busy.lines.get(socket);
      if (connection !== undefined) {
        socket.pause();
        busy.add(connection, { request, response });
      } else if (socket.writable) {
        const initialState = { waiting: [], unsentSince: null, since: 0, received: 0, last: null };
        begin(socket, { current: { request, response }, ...initialState });
      }
    },
    afterResponses: (socket, last) => {
      const connection = busy.lines.get(socket);
      if (connection?.current.request.complete) connection.last = last;
      else last();
    },
    closeStalled: () => {
      const now = performance.now();
      for (const [socket, connection] of busy.lines) {
        const { response } = connection.current;
        if (isBodyOverdue(socket, connection, limits, now)) {
          if (response.headersSent) socket.destroy();
          else refuseLate(socket);
        } else if (!response.writableEnded) continue;
        else if (connection.unsentSince === null) {
          connection.unsentSince = now;
          // Node's own timeout ends a connection whose kernel accepts no further bytes. It would begin again with each byte read.
          socket.pause();
          socket.setTimeout(stallTimeoutMs);
        } else if (now - connection.unsentSince > maxResponseMs) socket.destroy();
      }
    },
  };
}
