import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deadlineIn } from '@slipway/script-protocol';
import type { Response } from 'express';
import { ownHeaders } from '../reply.ts';

/**
 * In milliseconds: a client that reads nothing for this time is disconnected, and one that has not read all of it by
 * then.
 */
const stallTimeoutMs = 30_000;
const maxDurationMs = 3_600_000;

type StreamedAnswerParts = Pick<StreamedAnswer, 'status' | 'headers' | 'bytes'> &
  Partial<Pick<StreamedAnswer, 'end' | 'isLongLived'>>;

/** An answer that is written while it is being made: as much of it as its reader takes. */
export class StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Begins it. A later error ends the connection, because the status has been sent. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** Called when the response has ended; more than once for a long-lived one. */
  readonly end: () => void;
  /** It continues until its client leaves, so that its duration has no meaning. */
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

/** Whether a reader has left, which is no fault of ours. */
const isPrematureClose = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Sends it, no faster than it is taken. Throws what its bytes throw. */
export async function sendStreamed(response: Response, answer: StreamedAnswer): Promise<void> {
  // With the one that leaves the place of a large answer these are eleven, which Node takes for a leak and warns of.
  response.setMaxListeners(20);
  // A client that leaves while the response waits would be detected only with the next write, and keep its slot until
  // then.
  if (answer.isLongLived) response.once('close', answer.end);
  try {
    await sendBytes(response, answer);
  } finally {
    answer.end();
  }
}

async function sendBytes(response: Response, { status, headers, bytes, isLongLived }: StreamedAnswer): Promise<void> {
  // there is no pipe to who has left while it was found out what they may see
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
