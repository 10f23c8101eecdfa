import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A connection on which a request is being answered. */
interface Line {
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
  readonly mostWaiting: number;
  /** a peer that takes nothing of its answer for between one and two of these is cut */
  readonly stalledMs: number;
  /** who has not taken a complete answer in this time is cut, however much was taken */
  readonly longestMs: number;
  /** whose body is not there as a whole after this long is cut, unless it may take long */
  readonly receivingMs: number;
  /** The minimum bytes of a slow body in each such interval. */
  readonly leastReceived: number;
}

const patient = new WeakSet<IncomingMessage>();

/** Allows a long body while it arrives fast enough: its reader stores little of it. */
export const takesLong = (request: IncomingMessage): void => {
  patient.add(request);
};

/** Connections whose requests are answered one after the other. */
export interface Turns {
  /** Takes a request: it is answered now, or after those before it on its connection. */
  readonly enter: RequestListener;
  /** Does something to a connection once all is answered that came on it before. */
  afterwards(socket: Socket, last: () => void): void;
  /** Cuts those who do not send their bodies, or do not take their answers. */
  cutStalled(): void;
}

/** The busy connections, those with the oldest progress first, and a number of them waiting. */
function busyOnes(mostWaiting: number) {
  const lines = new Map<Socket, Line>();
  let waiting = 0;
  const drop = (socket: Socket): void => {
    waiting -= lines.get(socket)?.waiting.length ?? 0;
    lines.delete(socket);
  };
  return {
    lines,
    drop,
    progress: (socket: Socket, line: Line): void => {
      lines.delete(socket);
      lines.set(socket, line);
    },
    /** Where too many wait, the one goes that has others wait and has had no answer for the longest time. */
    add: (line: Line, exchange: Exchange): void => {
      line.waiting.push(exchange);
      waiting += 1;
      for (const [socket, { waiting: own }] of lines) {
        if (waiting <= mostWaiting) return;
        if (own.length === 0) continue;
        drop(socket);
        socket.destroy();
      }
    },
    take: (line: Line): Exchange | undefined => {
      const next = line.waiting.shift();
      if (next !== undefined) waiting -= 1;
      return next;
    },
  };
}

type Busy = ReturnType<typeof busyOnes>;

/** Begins a request, and the next one of its connection as soon as its answer has gone out. */
function answering(busy: Busy, answer: RequestListener, receivingMs: number) {
  const begin = (socket: Socket, line: Line): void => {
    busy.progress(socket, line);
    line.since = performance.now();
    line.received = socket.bytesRead;
    const { request, response } = line.current;
    response.once('close', () => proceed(socket, line));
    answer(request, response);
  };
  const proceed = (socket: Socket, line: Line): void => {
    if (!socket.writable) {
      busy.drop(socket);
      return;
    }
    const { request } = line.current;
    // The rest of a body that was answered early is dropped, for a limited time.
    if (!request.complete) setTimeout(() => request.complete || socket.destroy(), receivingMs).unref();
    const next = busy.take(line);
    if (next === undefined) {
      busy.drop(socket);
      socket.resume();
      line.last?.();
      return;
    }
    line.current = next;
    if (line.unsentSince !== null) socket.setTimeout(0);
    line.unsentSince = null;
    if (line.waiting.length === 0) socket.resume();
    // Yields to other connections; otherwise a thousand pipelined requests would starve them.
    setImmediate(() => (socket.writable ? begin(socket, line) : busy.drop(socket)));
  };
  return begin;
}

/** Whether the body of a request is overdue. */
function isLate(socket: Socket, line: Line, { receivingMs, leastReceived }: ConnectionLimits, now: number): boolean {
  const { request } = line.current;
  if (request.complete || now - line.since < receivingMs) return false;
  if (!patient.has(request) || socket.bytesRead - line.received < leastReceived) return true;
  line.since = now;
  line.received = socket.bytesRead;
  return false;
}

/**
 * Node reads all requests that lie on a connection at once, and would keep all their answers until the peer takes them.
 * Here the next one begins when the answer before it has gone out, and nothing more is read meanwhile.
 */
export function inTurn(answer: RequestListener, limits: ConnectionLimits, refuseLate: (socket: Socket) => void): Turns {
  const { mostWaiting, stalledMs, longestMs } = limits;
  const busy = busyOnes(mostWaiting);
  const begin = answering(busy, answer, limits.receivingMs);
  return {
    enter: (request, response) => {
      const { socket } = request;
      const line = busy.lines.get(socket);
      if (line !== undefined) {
        socket.pause();
        busy.add(line, { request, response });
      } else if (socket.writable) {
        const blank = { waiting: [], unsentSince: null, since: 0, received: 0, last: null };
        begin(socket, { current: { request, response }, ...blank });
      }
    },
    afterwards: (socket, last) => {
      const line = busy.lines.get(socket);
      if (line?.current.request.complete) line.last = last;
      else last();
    },
    cutStalled: () => {
      const now = performance.now();
      for (const [socket, line] of busy.lines) {
        const { response } = line.current;
        if (isLate(socket, line, limits, now)) {
          if (response.headersSent) socket.destroy();
          else refuseLate(socket);
        } else if (!response.writableEnded) continue;
        else if (line.unsentSince === null) {
          line.unsentSince = now;
          // Node's own timeout ends a connection whose kernel accepts no further bytes. It would begin again with each byte read.
          socket.pause();
          socket.setTimeout(stalledMs);
        } else if (now - line.unsentSince > longestMs) socket.destroy();
      }
    },
  };
}
