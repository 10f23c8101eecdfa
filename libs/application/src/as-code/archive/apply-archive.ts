import { createHash, randomUUID } from 'node:crypto';
import { message, type Warn } from '@slipway/domain/messages';
import { Conflict } from '@slipway/domain/model';
import type { CodeItem, LargeArchive } from '@slipway/formats';
import { storeContent } from '../../attachments/contents.ts';
import type { ResourceContext } from '../../model/context.ts';
import { applyCode, type CodeReport, type CodeRequest } from '../apply.ts';
import { withFiles } from '../attachments.ts';
import { warnOfScripts, warnOfUnknownTypes, withoutTeamsOfUnknownFolders } from '../naming/document-warnings.ts';

/** The stored content that an attachment refers to. */
interface Content {
  /** the id of the content */
  readonly content: string;
  /** in bytes */
  readonly size: number;
}
/** The SHA-256 of an attachment's file, in hexadecimal. */
interface FileDigest extends Content {
  readonly checksum: string;
}

/**
 * Applies the items of the documents of an archive. Only the documents of the archive are in memory. A dry run precedes
 * the apply, so that a request without permission stores no file. Files without an existing attachment are stored
 * before the transaction, each once. Throws BadFile, the errors of reading the archive and of `applyCode`, and Conflict
 * if a template changes between the dry run and the apply.
 */
export async function applyArchive(
  context: ResourceContext,
  codeRequest: CodeRequest,
  { code, others: otherFiles, items }: LargeArchive & { readonly items: readonly CodeItem[] },
  { ending, warn }: { readonly ending: 'keep' | 'undo'; readonly warn: Warn },
): Promise<CodeReport> {
  const read = await withoutTeamsOfUnknownFolders(context, codeRequest.caller, items, warn);
  const named = [...attachedIn(read)].filter((name) => !code.files.has(name) && otherFiles.has(name));
  const sums = new Map<string, FileDigest>();
  const itemsWith = (contentOf: (name: string) => Content): readonly CodeItem[] => {
    const stored = named.map((name) => {
      return [name, { checksum: sums.get(name)?.checksum ?? '', content: () => contentOf(name) }] as const;
    });
    return withFiles(read, { ...code, stored: new Map(stored) });
  };
  // Rejects missing files before any file is read.
  itemsWith(changedMeanwhile);
  await warnOfUnknownTypes(context, read, warn);
  for (const name of named) sums.set(name, await digestOf(bytesOf(otherFiles, name)));
  const missing = new Set<string>();
  const planned = itemsWith((name) => {
    missing.add(name);
    return sums.get(name) ?? changedMeanwhile(name);
  });
  const apply = async (withContents: readonly CodeItem[]): Promise<CodeReport> => {
    const report = await applyCode(context, codeRequest, withContents, ending);
    for (const warning of report.warnings) warn(warning);
    await warnOfScripts(context, report, withContents, warn);
    return report;
  };
  if (ending === 'undo' || named.length === 0) return await apply(planned);
  await applyCode(context, codeRequest, planned, 'undo');
  const contents = new Map<string, Content>();
  for (const name of missing) contents.set(name, await storeContent(context.database, bytesOf(otherFiles, name)));
  return await apply(itemsWith((name) => contents.get(name) ?? changedMeanwhile(name)));
}

function changedMeanwhile(name: string): never {
  throw new Conflict(message('attachment.changedMeanwhile', { name }));
}

function bytesOf(otherFiles: LargeArchive['others'], name: string): AsyncIterable<Uint8Array> {
  const read = otherFiles.get(name);
  if (read === undefined) throw new Error(`there is no file '${name}' in the archive`);
  return read();
}

/** Returns the names of the files of all attachments, without duplicates. */
const attachedIn = (items: readonly CodeItem[]): ReadonlySet<string> =>
  new Set(
    items.flatMap((item) =>
      item.kind === 'attachments' ? item.holders.flatMap(({ attachments }) => attachments.map(({ file }) => file)) : [],
    ),
  );

/** Returns the checksum and the size of a file, with an unused content id. */
async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<FileDigest> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { content: randomUUID(), size, checksum: hash.digest('hex') };
}
