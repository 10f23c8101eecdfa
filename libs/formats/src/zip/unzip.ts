import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { message, plainText } from '@slipway/domain/messages';
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { BadFile, reasonOf, toSingleLine } from '../errors/bad-file.ts';
import { isBomb, maxRatio, nameOf, requireRegular, safeNameOf, type ZipRules } from './zip-entry.ts';

/** Where the bytes of a zip lie that memory does not hold. */
export interface ZipSource {
  /** in bytes */
  readonly size: number;
  /** Its bytes from `start` until before `end`, counted from 0. */
  bytes(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Reads such a zip, and reports whether the source has failed. */
class SourceReader extends RandomAccessReader {
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

/** Entries whose sizes are worth to be added. */
const maxEntries = 2_000;

/** A zip that was read through once, and of which nothing is unsafe. */
interface OpenZip {
  /** what is kept of the files that were wanted, by name */
  readonly files: ReadonlyMap<string, Buffer>;
  /** reads the others, each as often as it is wanted, by name */
  readonly others: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
}

/**
 * Opens a zip: the files whose names `wants` accepts are stored up to the limit, and one byte more shows that one was
 * too large. All others are read and dropped. The whole zip is rejected for one unsafe entry, also if it is not
 * wanted. Throws BadFile, and the errors of its source.
 */
export async function openZip(
  bytes: Buffer | ZipSource,
  isWanted: (name: string) => boolean,
  rules: ZipRules,
): Promise<OpenZip> {
  const { open, failure } = openerFor(bytes);
  try {
    return await contentsOf(await open(), isWanted, rules);
  } catch (error) {
    const failed = failure();
    if (failed !== null) throw failed.error;
    if (error instanceof BadFile) throw error;
    throw new BadFile(message('archive.unreadable', { archive: rules.archive, problem: plainText(reasonOf(error)) }));
  }
}

/** The options for opening a zip, and the error of its source, if any. */
function openerFor(bytes: Buffer | ZipSource) {
  // its entries are read later, too
  // names are decoded and validated by safeNameOf, so that one of them need not end the whole
  const options = { decodeStrings: false, autoClose: false };
  if (Buffer.isBuffer(bytes)) return { open: () => fromBufferPromise(bytes, options), failure: () => null };
  const reader = new SourceReader(bytes);
  return {
    open: () => fromRandomAccessReaderPromise(reader, bytes.size, options),
    failure: () => reader.failure,
  };
}

/** The files of such a zip that were wanted, by name. Throws BadFile. */
export const unzip = async (
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  rules: ZipRules,
): Promise<ReadonlyMap<string, Buffer>> => (await openZip(bytes, isWanted, rules)).files;

async function contentsOf(zip: ZipFile, isWanted: (name: string) => boolean, rules: ZipRules): Promise<OpenZip> {
  const { archive, entries, totalBytes, keptBytes } = rules;
  if (zip.entryCount > entries) throw new BadFile(message('archive.tooManyEntries', { archive, max: entries }));
  const files = new Map<string, Buffer>();
  const others = new Map<string, () => AsyncIterable<Uint8Array>>();
  const seen = new Set<string>();
  let remaining = totalBytes;
  let keptTotal = 0;
  for await (const entry of zip.eachEntry()) {
    const name = safeNameOf(entry, { seen, isWanted }, rules);
    if (name === null) continue;
    requireRegular(entry, archive);
    if (name.endsWith('/')) continue;
    const content = await contentOf(zip, entry, { keeps: isWanted(name), left: remaining, rules });
    remaining -= content.size;
    keptTotal += content.bytes?.length ?? 0;
    if (keptTotal > keptBytes) throw new BadFile(message('archive.tooManyBytesRead', { archive, max: keptBytes }));
    if (content.bytes) files.set(name, content.bytes);
    else others.set(name, () => bytesOf(zip, entry));
  }
  return { files, others };
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of await zip.openReadStreamPromise(entry)) if (Buffer.isBuffer(chunk)) yield chunk;
}

interface Content {
  readonly size: number;
  /** Null if not wanted. */
  readonly bytes: Buffer | null;
}

/** Inflates one entry, and stops as soon as it is too much. */
async function contentOf(
  zip: ZipFile,
  entry: Entry,
  {
    keeps: keepsContent,
    left: remaining,
    rules,
  }: { readonly keeps: boolean; readonly left: number; readonly rules: ZipRules },
): Promise<Content> {
  const chunks: Buffer[] = [];
  let size = 0;
  let checked = 0;
  const stream = await zip.openReadStreamPromise(entry);
  // A refusal inside the loop leaves it, and with it the stream is destroyed.
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    requireWithinLimits(entry, {
      size,
      left: remaining,
      rules,
      isLarge: !keepsContent && rules.othersAreLarge === true,
    });
    checked = crc32(chunk, checked);
    if (keepsContent && size - chunk.length < rules.keptOfEntry) chunks.push(chunk);
  }
  if (checked !== entry.crc32)
    throw new BadFile(message('archive.damaged', { archive: rules.archive, name: toSingleLine(nameOf(entry)) }));
  return { size, bytes: keepsContent ? Buffer.concat(chunks, Math.min(size, rules.keptOfEntry)) : null };
}

/** Bytes of all files of a zip, as it declares them, which may lie; 0 for one that cannot be read, or has too many. */
export async function declaredSize(bytes: Buffer): Promise<number> {
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false });
    if (zip.entryCount > maxEntries) return 0;
    let size = 0;
    for await (const { uncompressedSize } of zip.eachEntry()) size += uncompressedSize;
    return size;
  } catch {
    // Opening it reports the reason.
    return 0;
  }
}

interface EntrySize {
  /** bytes that have come out of it */
  readonly size: number;
  /** bytes that may come out of all that is left */
  readonly left: number;
  readonly rules: ZipRules;
  /** whether only `left` bounds it */
  readonly isLarge: boolean;
}

function requireWithinLimits(entry: Entry, { size, left: remaining, rules, isLarge }: EntrySize): void {
  const { archive, entryBytes, totalBytes } = rules;
  const entryData = { name: toSingleLine(nameOf(entry)), archive };
  if (!isLarge && size > entryBytes)
    throw new BadFile(message('archive.entryTooLarge', { ...entryData, max: entryBytes }));
  if (size > remaining) throw new BadFile(message('archive.tooLarge', { archive, max: totalBytes }));
  if (isLarge) return;
  if (isBomb(size, entry.compressedSize))
    throw new BadFile(message('archive.entryTooCompressed', { ...entryData, max: maxRatio }));
}
