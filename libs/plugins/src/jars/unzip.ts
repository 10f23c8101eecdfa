import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { BadPlugin, inLine, reasonOf } from '../definitions/bad-plugin.ts';
import { requireRegular, requireSafeName } from './zip-entry.ts';

/** How much a jar may hold. Sizes that it declares may lie: what really comes out is counted. */
const most = {
  entries: 2_000,
  /** bytes of one entry, and of all together */
  entryBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  /** bytes that are kept of one entry, and of all */
  keptOfEntry: 1024 * 1024 + 1,
  keptBytes: 16 * 1024 * 1024,
  /** bytes that come out for one that went in; small files may repeat themselves more */
  ratio: 100,
  smallBytes: 64 * 1024,
};

/**
 * The files of a zip whose names `wants`, by name; all others are read and thrown away, and so is what a file has beyond
 * a megabyte and one byte, by which it can be told that it was too large. The zip is refused whole for
 * one entry that is unsafe, whether it is wanted or not. Throws BadPlugin.
 */
export async function unzip(bytes: Buffer, wants: (name: string) => boolean): Promise<ReadonlyMap<string, Buffer>> {
  try {
    return await filesOf(await fromBufferPromise(bytes, { strictFileNames: true }), wants);
  } catch (error) {
    if (error instanceof BadPlugin) throw error;
    throw new BadPlugin(`the jar cannot be read: ${reasonOf(error)}`);
  }
}

async function filesOf(zip: ZipFile, wants: (name: string) => boolean): Promise<ReadonlyMap<string, Buffer>> {
  if (zip.entryCount > most.entries) throw new BadPlugin(`the jar has more than ${most.entries} entries`);
  const files = new Map<string, Buffer>();
  const seen = new Set<string>();
  let left = most.totalBytes;
  let kept = 0;
  for await (const entry of zip.eachEntry()) {
    const name = requireSafeName(entry.fileName, seen);
    requireRegular(entry);
    if (name.endsWith('/')) continue;
    const content = await contentOf(zip, entry, { keeps: wants(name), left });
    left -= content.size;
    kept += content.bytes?.length ?? 0;
    if (kept > most.keptBytes) throw new BadPlugin(`the jar has more than ${most.keptBytes} bytes of scripts`);
    if (content.bytes) files.set(name, content.bytes);
  }
  return files;
}

interface Content {
  readonly size: number;
  /** null where nobody wants them */
  readonly bytes: Buffer | null;
}

/** Inflates one entry, and stops as soon as it is too much. */
async function contentOf(
  zip: ZipFile,
  entry: Entry,
  { keeps, left }: { readonly keeps: boolean; readonly left: number },
): Promise<Content> {
  const chunks: Buffer[] = [];
  let size = 0;
  let checked = 0;
  const stream = await zip.openReadStreamPromise(entry);
  // A refusal inside the loop leaves it, and with it the stream is destroyed.
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    requireModest(entry, size, left);
    checked = crc32(chunk, checked);
    if (keeps && size - chunk.length < most.keptOfEntry) chunks.push(chunk);
  }
  if (checked !== entry.crc32) throw new BadPlugin(`the jar is damaged at '${inLine(entry.fileName)}'`);
  return { size, bytes: keeps ? Buffer.concat(chunks, Math.min(size, most.keptOfEntry)) : null };
}

function requireModest({ fileName, compressedSize }: Entry, size: number, left: number): void {
  const refuse = (reason: string) => new BadPlugin(`'${inLine(fileName)}' in the jar ${reason}`);
  if (size > most.entryBytes) throw refuse(`is larger than ${most.entryBytes} bytes`);
  if (size > left) throw new BadPlugin(`the jar holds more than ${most.totalBytes} bytes`);
  if (size > most.smallBytes && size > most.ratio * compressedSize) {
    throw refuse(`is more than ${most.ratio} times as large as it is packed`);
  }
}
