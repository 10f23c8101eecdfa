import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { message, plainText } from '@slipway/domain/messages';
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { BadFile, reasonOf, toSingleLine } from '../errors/bad-file.ts';
import { isBomb, maxRatio, nameOf, requireRegular, safeNameOf, type ZipRules } from './zip-entry.ts';

/** The source of a zip that is not in memory. */
export interface ZipSource {
  /** in bytes */
  readonly size: number;
  /** Returns the bytes from `start`, counted from 0, to `end`, exclusive. */
  bytes(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Reads a zip from its source, and records an error of the source. */
class SourceReader extends RandomAccessReader {
  readonly #source: ZipSource;
  /** the error of the source, if any */
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

/** The maximum number of entries whose declared sizes are added. */
const maxEntries = 2_000;

/** A zip that was completely read and validated. */
interface OpenZip {
  /** the contents of the requested files, by name */
  readonly files: ReadonlyMap<string, Buffer>;
  /** reads the other files on each call, by name */
  readonly others: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
}

/**
 * Opens a zip. Stores the files that `isWanted` accepts up to the limit, plus one byte that shows that a file was too
 * large. Other files are read for validation and dropped. One unsafe entry rejects the whole zip, even if it is not
 * requested. Throws BadFile, and the errors of the source.
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

/** Returns the function that opens a zip, and the function that returns the error of its source. */
function openerFor(bytes: Buffer | ZipSource) {
  // `autoClose` is off because entries are read later, too. `safeNameOf` decodes and validates names, so that an
  // invalid name need not reject the whole zip.
  const options = { decodeStrings: false, autoClose: false };
  if (Buffer.isBuffer(bytes)) return { open: () => fromBufferPromise(bytes, options), failure: () => null };
  const reader = new SourceReader(bytes);
  return {
    open: () => fromRandomAccessReaderPromise(reader, bytes.size, options),
    failure: () => reader.failure,
  };
}

/** Returns the requested files of a zip, by name. Throws BadFile. */
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
  /** null if not requested */
  readonly bytes: Buffer | null;
}

/** Decompresses one entry, and stops at the limit. Throws BadFile. */
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
  // An error inside the loop destroys the stream.
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

/**
 * Returns the declared size of all files of a zip, in bytes, which may be wrong. Returns 0 for an unreadable zip, and
 * for too many entries.
 */
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
  /** the number of decompressed bytes of the entry */
  readonly size: number;
  /** the number of bytes that remain for this and further entries */
  readonly left: number;
  readonly rules: ZipRules;
  /** whether only `left` limits the size */
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
