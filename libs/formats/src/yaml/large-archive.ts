import { message } from '@slipway/domain/messages';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { openZip, type ZipSource } from '../zip/unzip.ts';
import type { ZipRules } from '../zip/zip-entry.ts';
import { type CodeFiles, maxBytes, rootDocumentOf } from './documents.ts';

/** An archive of documents. Only its texts are in memory. */
export interface LargeArchive {
  readonly code: CodeFiles;
  /** reads the other files, by name */
  readonly others: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
}

/** The limits of an archive, in bytes. */
interface ArchiveLimits {
  /** the maximum size of all files */
  readonly total: number;
  /** the maximum size of the documents and included texts */
  readonly texts?: number;
}

/** Returns the other files that documents include as texts. */
type ReferencedTexts = (code: CodeFiles, others: readonly string[]) => Promise<Iterable<string>>;

const rulesFor = (total: number, texts: number): ZipRules => ({
  archive: message('archiveKind.archive'),
  entries: 2_000,
  entryBytes: texts,
  keptOfEntry: texts,
  keptBytes: texts,
  totalBytes: total,
  mayBeForeign: true,
  // Attachments may be archives. They are not opened.
  mayHoldArchives: true,
  othersAreLarge: true,
});

const isText = (name: string): boolean => /\.(?:ya?ml|xlvals)$/i.test(name);

/**
 * Opens an archive. Reads `.yaml`, `.yml` and `.xlvals` files, and files that documents include as texts. Other files
 * are read on demand. Throws BadFile, and the errors of the source.
 */
export async function largeArchive(
  source: Buffer | ZipSource,
  { total, texts = maxBytes, named: referencedTexts }: ArchiveLimits & { readonly named: ReferencedTexts },
): Promise<LargeArchive> {
  const { files: read, others } = await openZip(source, isText, rulesFor(total, texts));
  const files = new Map(read);
  const roots = [rootDocumentOf([...files.keys()])];
  let remaining = texts - [...files.values()].reduce((sum, { length }) => sum + length, 0);
  for (const name of await referencedTexts({ files, roots }, [...others.keys()])) {
    const bytes = await textOf(name, others.get(name)?.(), { left: remaining, texts });
    remaining -= bytes.length;
    files.set(name, bytes);
  }
  return { code: { files, roots }, others };
}

async function textOf(
  name: string,
  bytes: AsyncIterable<Uint8Array> = emptyContent(),
  { left: remaining, texts }: { readonly left: number; readonly texts: number },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > remaining) throw new BadFile(message('code.textsTooLong', { name: toSingleLine(name), max: texts }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* emptyContent(): AsyncGenerator<Uint8Array> {}
