import { createHash } from 'node:crypto';
import { Overloaded } from '@slipway/engine';
import {
  appendChunk,
  beginContent,
  type Connection,
  chunkSize,
  dropContent,
  finishContent,
  readContent,
  readSlice,
  sliceSize,
} from '@slipway/persistence';

/** A content that is stored: what an attachment that has it says of it. */
export interface StoredContent {
  /** its id, a UUID */
  readonly content: string;
  /** in bytes */
  readonly size: number;
  /** SHA-256 in hexadecimal */
  readonly checksum: string;
}

const lost = () => new Overloaded('the upload has taken too long, try again');

/**
 * Stores what a stream brings, in chunks: while one is being stored the next one is read, and no further. Where it fails
 * nothing is left. What no attachment refers to afterwards is forgotten by the upkeep. Throws what the stream throws, and
 * Overloaded.
 */
export async function storeContent(connection: Connection, bytes: AsyncIterable<Uint8Array>): Promise<StoredContent> {
  const id = await beginContent(connection);
  try {
    return { content: id, ...(await storeChunks(connection, id, bytes)) };
  } catch (error) {
    // what is left where this fails, too, is forgotten later
    await dropContent(connection, id).catch(() => {});
    throw error;
  }
}

async function storeChunks(connection: Connection, id: string, bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let [size, number] = [0, 0];
  let storing = Promise.resolve(true);
  for await (const chunk of chunksOf(bytes)) {
    hash.update(chunk);
    size += chunk.length;
    if (!(await storing)) throw lost();
    storing = appendChunk(connection, id, number, chunk);
    // whoever waits for it learns of its failure; until then nobody does
    storing.catch(() => {});
    number += 1;
  }
  if (!(await storing)) throw lost();
  const whole = { size, checksum: hash.digest('hex') };
  if (!(await finishContent(connection, id, whole))) throw lost();
  return whole;
}

/** The same bytes in pieces of a chunk. Two buffers take turns, so that one can be filled while the other is stored. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [filling, resting] = [Buffer.allocUnsafeSlow(chunkSize), Buffer.allocUnsafeSlow(chunkSize)];
  let filled = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(piece.length - from, chunkSize - filled);
      filling.set(piece.subarray(from, from + taken), filled);
      from += taken;
      filled += taken;
      if (filled < chunkSize) continue;
      yield filling;
      [filling, resting, filled] = [resting, filling, 0];
    }
  }
  if (filled > 0) yield filling.subarray(0, filled);
}

/** A part of a content: from its byte `start`, counted from 0, until before its byte `end`. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a stored content, or a part of it, slice by slice: while one is being taken the next one is read, and no further.
 * Throws Error where it is not there, or goes meanwhile.
 */
export async function* contentBytes(
  connection: Connection,
  content: string,
  part?: Part | undefined,
): AsyncGenerator<Buffer> {
  const stored = await readContent(connection, content);
  if (stored === null) throw new Error(`there is no content '${content}'`);
  const { start, end } = part ?? { start: 0, end: stored.size };
  const read = (at: number) => {
    const reading = readSlice(connection, content, Math.floor(at / stored.chunkSize), at % stored.chunkSize);
    reading.catch(() => {});
    return reading;
  };
  let at = start - (start % sliceSize);
  let next = start < end ? read(at) : null;
  while (next !== null) {
    const data = await next;
    if (data === null) throw new Error(`content '${content}' is gone`);
    next = at + sliceSize < end ? read(at + sliceSize) : null;
    yield data.subarray(Math.max(start - at, 0), Math.min(end - at, data.length));
    at += sliceSize;
  }
}
