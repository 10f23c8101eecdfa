import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Where the bytes of a zip lie that memory does not hold. */
export interface ZipSource {
  /** in bytes */
  readonly size: number;
  /** Its bytes from `start` until before `end`, counted from 0. */
  bytes(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Reads such a zip, and reports whether the source has failed. */
export class SourceReader extends RandomAccessReader {
  readonly #source: ZipSource;
  /** what reading the source has thrown */
  failure: { readonly error: unknown } | null = null;
  constructor(source: ZipSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false });
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#source.bytes(start, end);
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}
