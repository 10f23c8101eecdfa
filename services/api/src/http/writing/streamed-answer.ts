import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** In milliseconds: who takes nothing of an answer for so long is cut, and who has not taken all of it by then. */
const stalledMs = 30_000;
const longestMs = 3_600_000;

/** An answer that is written while it is being made: as much of it as its reader takes. */
export class StreamedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Begins it. What it throws later cuts the answer off, since its status has been sent by then. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  constructor({ status, headers, bytes }: Pick<StreamedAnswer, 'status' | 'headers' | 'bytes'>) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }
}

const always = { 'Content-Language': 'en', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/** Whether a reader has left, which is no fault of ours. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Sends it, no faster than it is taken. Throws what its bytes throw. */
export async function sendStreamed(response: Response, { status, headers, bytes }: StreamedAnswer): Promise<void> {
  response.writeHead(status, { ...always, 'X-Request-Id': response.locals.requestId, ...headers });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.socket?.setTimeout(stalledMs);
  try {
    await pipeline(Readable.from(bytes(), { objectMode: false }), response, {
      signal: AbortSignal.timeout(longestMs),
    });
  } catch (error) {
    if (!isCut(error)) throw error;
  }
}
