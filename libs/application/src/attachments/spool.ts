import { message } from '@slipway/domain/messages';
import { Overloaded } from '@slipway/engine';
import { beginContent, chunkSize, deleteContent, readSlice, sliceSize } from '@slipway/persistence/attachments';
import type { Connection } from '@slipway/persistence/database';
import { chunksOf, fillContent } from './contents.ts';

/** A temporary file that is too large for memory. */
export interface Spool {
  /** in bytes */
  readonly size: number;
  /** SHA-256 in hexadecimal */
  readonly checksum: string;
  /**
   * Returns the bytes from `start`, counted from 0, to `end`, exclusive. Throws Overloaded after a timeout of the
   * upload.
   */
  bytes(start: number, end: number): AsyncGenerator<Buffer>;
  /** Deletes the file. */
  drop(): Promise<void>;
}

/** The maximum number of cached slices. Readers read the directory of a zip in pieces of a few bytes. */
const maxCachedSlices = 16;

/**
 * Stores a stream as an incomplete content, which no attachment can refer to. After a crash, maintenance deletes it.
 * Throws the errors of the stream, and Overloaded.
 */
export async function spoolStream(connection: Connection, bytes: AsyncIterable<Uint8Array>): Promise<Spool> {
  const id = await beginContent(connection, chunkSize);
  const drop = () => deleteContent(connection, id);
  try {
    const contentInfo = await fillContent(connection, id, chunksOf(bytes, chunkSize));
    return { ...contentInfo, bytes: readerOf(connection, id), drop };
  } catch (error) {
    await drop().catch(() => {});
    throw error;
  }
}

function readerOf(connection: Connection, id: string): Spool['bytes'] {
  const slices = new Map<number, Promise<Buffer | null>>();
  const sliceAt = (index: number): Promise<Buffer | null> => {
    const cached = slices.get(index);
    if (cached !== undefined) return cached;
    const at = index * sliceSize;
    const [number, start] = [Math.floor(at / chunkSize), at % chunkSize];
    const reading = readSlice(connection, id, { number, start, size: sliceSize });
    reading.catch(() => slices.delete(index));
    slices.set(index, reading);
    const [oldest] = slices.keys();
    if (slices.size > maxCachedSlices && oldest !== undefined) slices.delete(oldest);
    return reading;
  };
  return async function* bytes(start, end) {
    for (let index = Math.floor(start / sliceSize); index * sliceSize < end; index += 1) {
      const slice = sliceAt(index);
      if ((index + 1) * sliceSize < end) void sliceAt(index + 1);
      const data = await slice;
      if (data === null) throw new Overloaded(message('server.fileTimeout'));
      yield data.subarray(Math.max(start - index * sliceSize, 0), end - index * sliceSize);
    }
  };
}
