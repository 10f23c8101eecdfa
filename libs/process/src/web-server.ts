import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionLimits, serializePerConnection } from './pipelining.ts';
import { inScope } from './request-scope.ts';

const defaults = {
  ...{ maxWaiting: 5_000, stallTimeoutMs: 10_000, maxResponseMs: 600_000, checkIntervalMs: 5_000 },
  ...{ receiveTimeoutMs: 60_000, minReceivedBytes: 600_000 },
};

/** The time limit for receiving any request, in milliseconds. */
const maxRequestMs = 3_600_000;

const requestTimeout = (): Error =>
  Object.assign(new Error('the request takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

interface Settings extends Partial<ConnectionLimits> {
  readonly answer: RequestListener;
}

const textHeaders = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Language': 'en' };

function respondWithError(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(500, textHeaders).end('The server could not process the request.\n');
  else if (!response.writableEnded) response.destroy();
}

/** A request without a host, or with two, is rejected, because a proxy could use the other one (RFC 9112, 3.2). */
const hasOneHost = ({ headersDistinct, httpVersion }: IncomingMessage): boolean => {
  const count = headersDistinct.host?.length ?? 0;
  return count === 1 || (count === 0 && httpVersion !== '1.1');
};

const refuseForHost = (response: ServerResponse): void => {
  response.writeHead(400, { ...textHeaders, Connection: 'close' }).end('a request must have one header Host\n');
};

/** Statuses for parser errors. All others are 400. */
const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** A client that neither reads the refusal nor closes its connection is disconnected after this time. */
const graceMs = 2_000;

/** Answers an invalid HTTP request with one line of text, and ends the connection. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses.get(error.code ?? '') ?? 400;
  const line = `${STATUS_CODES[status]}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Language: en',
    `Content-Length: ${line.length}`,
    'Connection: close',
  ];
  if (socket instanceof Socket) socket.setTimeout(graceMs);
  socket.end(`${head.join('\r\n')}\r\n\r\n${line}`);
}

/**
 * Creates a server that clients cannot exhaust: requests of one connection are processed one at a time, a client that
 * sends or reads too slowly is disconnected, and an uncaught error fails its own request only.
 */
export function createWebServer({ answer, ...settings }: Settings): Server {
  const limits = { ...defaults, ...settings };
  const handler: RequestListener = (request, response) => {
    // An emitter without a listener throws its error; the end of request and response is handled elsewhere.
    request.on('error', () => {});
    response.on('error', () => {});
    if (!hasOneHost(request)) refuseForHost(response);
    else
      inScope(
        () => respondWithError(response),
        () => answer(request, response),
      );
  };
  const connections = serializePerConnection(handler, limits, (socket) => refuseMalformed(requestTimeout(), socket));
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: 20_000,
    // Other requests have a shorter limit, see `receiveTimeoutMs`.
    requestTimeout: maxRequestMs,
    connectionsCheckingInterval: 5_000,
    // Node would answer these requests itself, out of order.
    requireHostHeader: false,
  });
  server.maxConnections = 10_000;
  server.on('request', connections.handleRequest);
  server.on('checkExpectation', connections.handleRequest);
  server.on('clientError', (error, socket) => {
    const refuse = () => refuseMalformed(error, socket);
    if (socket instanceof Socket) connections.afterResponses(socket, refuse);
    else refuse();
  });
  const checkTimer = setInterval(connections.closeStalled, limits.checkIntervalMs).unref();
  server.once('close', () => clearInterval(checkTimer));
  return server;
}
