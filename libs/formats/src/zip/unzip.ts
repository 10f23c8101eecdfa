import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { BadFile, inLine, reasonOf } from '../refusal/bad-file.ts';
import { requireRegular, requireSafeName } from './zip-entry.ts';
import type { ZipRules } from './zip-rules.ts';

/** Bytes that come out for one that went in. */
const mostRatio = 100;
/** Bytes of files that may repeat themselves more. */
const smallBytes = 64 * 1024;

/**
 * The files of a zip whose names `wants`, by name; all others are read and thrown away, and so is what a file has beyond
 * the bytes that are kept, by which it can be told that it was too large. The zip is refused whole for
 * one entry that is unsafe, whether it is wanted or not. Throws BadFile.
 */
export async function unzip(
  bytes: Buffer,
  wants: (name: string) => boolean,
  rules: ZipRules,
): Promise<ReadonlyMap<string, Buffer>> {
  try {
    return await filesOf(await fromBufferPromise(bytes, { strictFileNames: true }), wants, rules);
  } catch (error) {
    if (error instanceof BadFile) throw error;
    throw new BadFile(`the ${rules.what} cannot be read: ${reasonOf(error)}`);
  }
}

async function filesOf(
  zip: ZipFile,
  wants: (name: string) => boolean,
  rules: ZipRules,
): Promise<ReadonlyMap<string, Buffer>> {
  const { what, entries, totalBytes, keptBytes } = rules;
  if (zip.entryCount > entries) throw new BadFile(`the ${what} has more than ${entries} entries`);
  const files = new Map<string, Buffer>();
  const seen = new Set<string>();
  let left = totalBytes;
  let kept = 0;
  for await (const entry of zip.eachEntry()) {
    const name = requireSafeName(entry.fileName, seen, rules);
    requireRegular(entry, what);
    if (name.endsWith('/')) continue;
    const content = await contentOf(zip, entry, { keeps: wants(name), left, rules });
    left -= content.size;
    kept += content.bytes?.length ?? 0;
    if (kept > keptBytes) throw new BadFile(`the ${what} has more than ${keptBytes} bytes that are read`);
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
  { keeps, left, rules }: { readonly keeps: boolean; readonly left: number; readonly rules: ZipRules },
): Promise<Content> {
  const chunks: Buffer[] = [];
  let size = 0;
  let checked = 0;
  const stream = await zip.openReadStreamPromise(entry);
  // A refusal inside the loop leaves it, and with it the stream is destroyed.
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    requireModest(entry, { size, left, rules });
    checked = crc32(chunk, checked);
    if (keeps && size - chunk.length < rules.keptOfEntry) chunks.push(chunk);
  }
  if (checked !== entry.crc32) throw new BadFile(`the ${rules.what} is damaged at '${inLine(entry.fileName)}'`);
  return { size, bytes: keeps ? Buffer.concat(chunks, Math.min(size, rules.keptOfEntry)) : null };
}

interface Measured {
  /** bytes that have come out of it */
  readonly size: number;
  /** bytes that may come out of all that is left */
  readonly left: number;
  readonly rules: ZipRules;
}

function requireModest({ fileName, compressedSize }: Entry, { size, left, rules }: Measured): void {
  const { what, entryBytes, totalBytes } = rules;
  const refuse = (reason: string) => new BadFile(`'${inLine(fileName)}' in the ${what} ${reason}`);
  if (size > entryBytes) throw refuse(`is larger than ${entryBytes} bytes`);
  if (size > left) throw new BadFile(`the ${what} holds more than ${totalBytes} bytes`);
  if (size > smallBytes && size > mostRatio * compressedSize) {
    throw refuse(`is more than ${mostRatio} times as large as it is packed`);
  }
}
