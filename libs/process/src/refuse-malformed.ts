import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Who neither reads the refusal nor hangs up is cut after this long. */
const graceMs = 2_000;

/** Answers what is no HTTP request: one line of text, then the connection ends. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
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
