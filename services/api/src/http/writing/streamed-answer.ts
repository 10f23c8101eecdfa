import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deadlineIn } from '@slipway/script-protocol';
import type { Response } from 'express';
import { ownHeaders } from '../reply.ts';

/**
 * In milliseconds: the time after which a client that reads nothing is disconnected, and the maximum time of a whole response.
 */
const stallTimeoutMs = 30_000;
const maxDurationMs = 3_600_000;

type StreamedAnswerParts = Pick<StreamedAnswer, 'status' | 'headers' | 'bytes'> &
  Partial<Pick<StreamedAnswer, 'end' | 'isLongLived'>>;

/** A response that is written while it is created, as fast as the client reads. */
export class StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Starts the response. A later error ends the connection, because the status has been sent. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** Called when the response has ended; more than once for a long-lived one. */
  readonly end: () => void;
  /** whether it continues until its client disconnects, so that its duration has no meaning */
  readonly isLongLived: boolean;
  constructor({ status, headers, bytes, end = () => {}, isLongLived = false }: StreamedAnswerParts) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
    this.end = end;
    this.isLongLived = isLongLived;
  }
}

const commonHeaders = { 'Content-Language': 'en', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/** Whether the error means that the client has disconnected, which is not a fault of the server. */
const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Sends the response as fast as the client reads. Throws the errors of its bytes. */
export async function sendStreamed(response: Response, answer: StreamedAnswer): Promise<void> {
  // With the listener that releases the slot there are eleven listeners, for which Node prints a warning about a leak.
  response.setMaxListeners(20);
  // A client that disconnects while the response waits would be detected only at the next write, and keep its slot until
  // then.
  if (answer.isLongLived) response.once('close', answer.end);
  try {
    await sendBytes(response, answer);
  } finally {
    answer.end();
  }
}

async function sendBytes(response: Response, { status, headers, bytes, isLongLived }: StreamedAnswer): Promise<void> {
  // a client that has disconnected during the check of its permissions has no pipe
  if (response.destroyed) return;
  response.locals.lasts = isLongLived;
  response.writeHead(status, { ...commonHeaders, ...ownHeaders(response), ...headers });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.socket?.setTimeout(stallTimeoutMs);
  const { signal, end } = deadlineIn(maxDurationMs);
  try {
    await pipeline(Readable.from(bytes(), { objectMode: false }), response, { signal });
  } catch (error) {
    if (!isPrematureClose(error)) throw error;
  } finally {
    end();
  }
}
