import { createHash, randomUUID } from 'node:crypto';
import { Conflict, clip } from '@slipway/domain';
import type { CodeItem, LargeArchive } from '@slipway/formats';
import { storeContent } from '../../attachments/contents.ts';
import type { ResourceContext } from '../../model/context.ts';
import { applyCode, type CodeOrder, type CodeReport } from '../apply.ts';
import { withFiles } from '../attachments.ts';
import { withoutLostTeams } from '../naming/lost-teams.ts';
import { warnOfScripts } from '../naming/script-warnings.ts';
import { warnOfUnknownTypes } from '../naming/unknown-types.ts';

/** A content as an attachment has it. */
interface Content {
  /** its id */
  readonly content: string;
  /** in bytes */
  readonly size: number;
}
/** What the file of an attachment holds: its SHA-256 in hexadecimal. */
interface Sum extends Content {
  readonly checksum: string;
}

/**
 * Applies the items of the documents of an archive. Memory holds only the texts of the archive. The whole is planned first, so
 * a caller without permission stores no file. Files that no attachment has yet are stored before the transaction, each once.
 * Throws BadFile, the errors of reading the archive and of `applyCode`, and Conflict for a change meanwhile.
 */
export async function applyArchive(
  context: ResourceContext,
  order: CodeOrder,
  { code, others, items }: LargeArchive & { readonly items: readonly CodeItem[] },
  { ending, warn }: { readonly ending: 'keep' | 'undo'; readonly warn: (what: string) => void },
): Promise<CodeReport> {
  const read = await withoutLostTeams(context, order.caller, items, warn);
  const named = [...attachedIn(read)].filter((name) => !code.files.has(name) && others.has(name));
  const sums = new Map<string, Sum>();
  const itemsWith = (kept: (name: string) => Content): readonly CodeItem[] => {
    const stored = named.map((name) => {
      return [name, { checksum: sums.get(name)?.checksum ?? '', kept: () => kept(name) }] as const;
    });
    return withFiles(read, { ...code, stored: new Map(stored) });
  };
  // what is not there is refused before anything more is read
  itemsWith(gone);
  await warnOfUnknownTypes(context, read, warn);
  for (const name of named) sums.set(name, await summed(bytesOf(others, name)));
  const lacking = new Set<string>();
  const planned = itemsWith((name) => {
    lacking.add(name);
    return sums.get(name) ?? gone(name);
  });
  const apply = async (all: readonly CodeItem[]): Promise<CodeReport> => {
    const report = await applyCode(context, order, all, ending);
    for (const warning of report.warnings) warn(warning);
    await warnOfScripts(context, report, all, warn);
    return report;
  };
  if (ending === 'undo' || named.length === 0) return await apply(planned);
  await applyCode(context, order, planned, 'undo');
  const contents = new Map<string, Content>();
  for (const name of lacking) contents.set(name, await storeContent(context.database, bytesOf(others, name)));
  return await apply(itemsWith((name) => contents.get(name) ?? gone(name)));
}

function gone(name: string): never {
  throw new Conflict(`'${clip(name)}' was an attachment already, and others have changed that meanwhile: try again`);
}

function bytesOf(others: LargeArchive['others'], name: string): AsyncIterable<Uint8Array> {
  const read = others.get(name);
  if (read === undefined) throw new Error(`there is no file '${name}' in the archive`);
  return read();
}

/** The files that attachments name, each once. */
const attachedIn = (items: readonly CodeItem[]): ReadonlySet<string> =>
  new Set(
    items.flatMap((item) =>
      item.kind === 'attachments' ? item.holders.flatMap(({ attachments }) => attachments.map(({ file }) => file)) : [],
    ),
  );

/** What a file holds, under an id that nothing has. */
async function summed(bytes: AsyncIterable<Uint8Array>): Promise<Sum> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    size += piece.length;
  }
  return { content: randomUUID(), size, checksum: hash.digest('hex') };
}
