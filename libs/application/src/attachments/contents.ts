import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { message } from '@slipway/domain/messages';
import { Overloaded } from '@slipway/engine';
import {
  appendChunk,
  beginContent,
  chunkSize,
  deleteContent,
  finishContent,
  readContent,
  readSlice,
  sliceSize,
  storeSingleChunk,
} from '@slipway/persistence/attachments';
import type { Connection } from '@slipway/persistence/database';

/**
 * The number of content bytes between two garbage collections. The unused buffers of these bytes take about three times
 * as much memory. The number must exceed the contents in flight.
 */
const collectIntervalBytes = 6_000_000;

let [uncollected, collect]: [number, unknown] = [0, null];

/**
 * Counts the bytes of contents in this process. Each passes through several buffers, of which V8 would keep 60 to 100
 * MB dead, because it underestimates them. Therefore the young generation is collected at intervals, which takes a
 * millisecond.
 */
function countBytes(bytes: number): void {
  uncollected += bytes;
  if (uncollected < collectIntervalBytes) return;
  uncollected = 0;
  collect ??= collector();
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [{ type: 'minor' }]);
}

/** V8 exposes the collection on request only. Other code is not affected. */
function collector(): unknown {
  setFlagsFromString('--expose-gc');
  const exposed: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return exposed;
}

/** A stored content, with the data that an attachment refers to. */
export interface StoredContent extends ContentInfo {
  /** the id of the content, a UUID */
  readonly content: string;
}

const uploadTimeout = () => new Overloaded(message('server.uploadTimeout'));

/**
 * Stores a stream in chunks: while one is being stored, only the next one is read. After an error nothing is left. A
 * content that no attachment refers to is deleted later by maintenance. Throws the errors of the stream, and
 * Overloaded.
 */
export async function storeContent(connection: Connection, bytes: AsyncIterable<Uint8Array>): Promise<StoredContent> {
  const chunks = chunksOf(bytes, chunkSize);
  try {
    const first = await chunks.next();
    const head = first.done === true ? Buffer.alloc(0) : first.value;
    // Only the last chunk may be shorter.
    if (head.length === chunkSize) return await storeMany(connection, withFirst(head, chunks));
    const checksum = createHash('sha256').update(head).digest('hex');
    return { content: await storeSingleChunk(connection, head, checksum), size: head.length, checksum };
  } finally {
    await chunks.return(undefined);
  }
}

async function* withFirst(head: Buffer, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* chunks;
}

async function storeMany(connection: Connection, chunks: AsyncIterable<Buffer>): Promise<StoredContent> {
  const id = await beginContent(connection, chunkSize);
  try {
    const chunkSize = await fillContent(connection, id, chunks);
    if (!(await finishContent(connection, id, chunkSize))) throw uploadTimeout();
    return { content: id, ...chunkSize };
  } catch (error) {
    // If this fails too, maintenance deletes the rest later.
    await deleteContent(connection, id).catch(() => {});
    throw error;
  }
}

/** The content of all chunks. */
interface ContentInfo {
  /** in bytes */
  readonly size: number;
  /** SHA-256 in hexadecimal */
  readonly checksum: string;
}

/** Appends chunks to an incomplete content, without completing it. Throws the errors of the chunks, and Overloaded. */
export async function fillContent(
  connection: Connection,
  id: string,
  chunks: AsyncIterable<Buffer>,
): Promise<ContentInfo> {
  const hash = createHash('sha256');
  let [size, number] = [0, 0];
  let storing = Promise.resolve(true);
  for await (const data of chunks) {
    hash.update(data);
    size += data.length;
    countBytes(data.length);
    if (!(await storing)) throw uploadTimeout();
    storing = appendChunk(connection, id, number, data);
    // The `await` below receives the error. Until then, it must not count as an unhandled rejection.
    storing.catch(() => {});
    number += 1;
  }
  if (!(await storing)) throw uploadTimeout();
  return { size, checksum: hash.digest('hex') };
}

/**
 * Splits a stream into chunks of `size` bytes; the last one may be shorter. Two buffers alternate, so that one can be
 * filled while the other is stored.
 */
export async function* chunksOf(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let [filling, spare] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
  let filled = 0;
  for await (const block of bytes) {
    for (let from = 0; from < block.length; ) {
      const copied = Math.min(block.length - from, size - filled);
      filling.set(block.subarray(from, from + copied), filled);
      from += copied;
      filled += copied;
      if (filled < size) continue;
      yield filling;
      [filling, spare, filled] = [spare, filling, 0];
    }
  }
  if (filled > 0) yield filling.subarray(0, filled);
}

/** A part of a content: from byte `start`, counted from 0, to byte `end`, exclusive. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a stored content, or a part of it, in slices. Reads one slice ahead of the consumer. Throws Error if the
 * content is missing or is deleted meanwhile.
 */
export async function* contentBytes(
  connection: Connection,
  content: string,
  part?: Part | undefined,
): AsyncGenerator<Buffer> {
  const stored = await readContent(connection, content);
  if (stored === null) throw new Error(`there is no content '${content}'`);
  const { start, end } = part ?? { start: 0, end: stored.size };
  const { chunkSize } = stored;
  const size = Math.min(sliceSize, chunkSize);
  const read = (at: number) => {
    const reading = readSlice(connection, content, {
      number: Math.floor(at / chunkSize),
      start: at % chunkSize,
      size,
    });
    reading.catch(() => {});
    return reading;
  };
  let nextSlice: ReturnType<typeof read> | null = null;
  for (let at = start - (start % size); at < end; at += size) {
    const data: Buffer | null = await (nextSlice ?? read(at));
    if (data === null) throw new Error(`content '${content}' is gone`);
    nextSlice = at + size < end ? read(at + size) : null;
    countBytes(data.length);
    yield data.subarray(Math.max(start - at, 0), Math.min(end - at, data.length));
  }
}
