import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { ZipFile } from 'yazl';
import { isBomb } from './zip-entry.ts';

const deflate = promisify(deflateRaw);

/** A file to write into a zip. */
export interface ZipEntry {
  readonly name: string;
  /** whether the file is compressed, which makes texts smaller */
  readonly compresses: boolean | (() => Promise<boolean>);
  /** Returns the content. It is called after the previous files were written. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/**
 * Writes a zip of these files on demand. Memory contains only the current part. `mtime` is the modification time of all
 * files. Throws the errors of the files.
 */
export async function* writeZip(entries: readonly ZipEntry[], mtime = new Date()): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  let source: Readable | undefined;
  const fail = (error: Error): void => {
    if (output instanceof Readable) output.destroy(error);
  };
  zip.on('error', fail);
  for (const { name, compresses, bytes } of entries) {
    const compress = typeof compresses === 'boolean' ? compresses : await compresses();
    zip.addReadStreamLazy(name, { compress, mtime }, (provide) => {
      source = Readable.from(bytes(), { objectMode: false }).on('error', fail);
      provide(null, source);
    });
  }
  zip.end();
  try {
    for await (const chunk of output) if (Buffer.isBuffer(chunk)) yield chunk;
  } finally {
    // The consumer may have stopped before the end.
    source?.destroy();
  }
}

/** Returns a text as a file in a zip. A text with the compression ratio of a zip bomb is not compressed. */
export const textEntry = (name: string, text: string): ZipEntry => ({
  name,
  compresses: async () => {
    const bytes = Buffer.from(text);
    const isSmall = !isBomb(bytes.length, 0);
    return isSmall || !isBomb(bytes.length, (await deflate(bytes)).length);
  },
  bytes: async function* () {
    yield Buffer.from(text);
  },
});
