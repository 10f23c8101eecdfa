import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in a zip that is written. */
export interface ZipEntry {
  readonly name: string;
  /** whether packing it makes it smaller, as it does texts */
  readonly packs: boolean;
  /** what it holds; begun when everything before it has been written */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/**
 * A zip of these files, written while it is read: no more of it is held than its reader takes at a time. Throws what the
 * bytes of a file throw.
 */
export async function* zipped(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  let source: Readable | undefined;
  const fail = (error: Error): void => {
    if (output instanceof Readable) output.destroy(error);
  };
  zip.on('error', fail);
  for (const { name, packs, bytes } of entries) {
    zip.addReadStreamLazy(name, { compress: packs }, (begin) => {
      source = Readable.from(bytes(), { objectMode: false }).on('error', fail);
      begin(null, source);
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

/** The bytes of a text, as a file in a zip. */
export const textEntry = (name: string, text: string): ZipEntry => ({
  name,
  packs: true,
  bytes: async function* () {
    yield Buffer.from(text);
  },
});
