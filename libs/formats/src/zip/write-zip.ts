import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { ZipFile } from 'yazl';
import { isBomb } from './zip-entry.ts';

const deflate = promisify(deflateRaw);

/** A file in a zip that is written. */
export interface ZipEntry {
  readonly name: string;
  /** whether it is packed, as texts are, which are made smaller by it */
  readonly compresses: boolean | (() => Promise<boolean>);
  /** what it holds; begun when everything before it has been written */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/**
 * A zip of these files, written while it is read: memory contains only the present part. `mtime` is the time of all of
 * them. Throws the errors of the files.
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
    // its reader may have left in the middle
    source?.destroy();
  }
}

/** The bytes of a text, as a file in a zip. It is not packed where who reads it would take it for a bomb. */
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
