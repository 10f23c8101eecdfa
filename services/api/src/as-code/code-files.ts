import { buffer } from 'node:stream/consumers';
import { clip, Invalid } from '@slipway/domain';
import {
  type CodeFiles,
  type CodeItem,
  declaredSize,
  firstOf,
  largeArchive,
  looksZipped,
  unzip,
  type ZipRules,
  type ZipSource,
} from '@slipway/formats';
import {
  applyArchive,
  applyCode,
  type CodeOrder,
  type CodeReport,
  warnOfScripts,
  warnOfUnknownTypes,
  withFiles,
  withoutLostTeams,
} from '@slipway/resources';
import type { Deps } from '../context/deps.ts';
import type { ReceivedCode } from '../http/body/code-parts.ts';
import type { UploadedPart } from '../http/body/multipart.ts';
import { parseDocuments, parseNamedTexts, type Sender } from '../parsing/parse.ts';

/** Of a zip with documents and files beside them. */
const zipRules: ZipRules = {
  what: 'archive',
  entries: 2_000,
  entryBytes: 20 * 1024 * 1024,
  totalBytes: 20 * 1024 * 1024,
  keptOfEntry: 20 * 1024 * 1024,
  keptBytes: 20 * 1024 * 1024,
  mayBeForeign: true,
  // A file beside documents may be an attachment, which is not opened.
  mayHoldArchives: true,
};

/** The end of the transaction, and the receiver of warnings. */
interface Ending {
  readonly ending: 'keep' | 'undo';
  readonly warn: (what: string) => void;
  /** aborts the reading of documents when the client disconnects */
  readonly signal: AbortSignal;
}

/** Applies the sent documents. Throws BadFile, Invalid, and the errors of the apply. */
export async function applyReceived(
  deps: Deps,
  order: CodeOrder,
  received: ReceivedCode,
  how: Ending,
): Promise<CodeReport> {
  switch (received.kind) {
    case 'parts': {
      const [only, ...others] = received.parts;
      const isOne = only?.part === 'file' && others.length === 0;
      return isOne
        ? await applyOne(deps, order, only.bytes, how)
        : await applyFiles(deps, order, severalFiles(received.parts), how);
    }
    case 'large': {
      const { spool } = received.file;
      const isZip = looksZipped(await buffer(spool.bytes(0, Math.min(2, spool.size))));
      if (!isZip) return await applyOne(deps, order, await buffer(spool.bytes(0, spool.size)), how);
      return await applyLarge(deps, order, spool, how);
    }
  }
}

async function applyFiles(deps: Deps, order: CodeOrder, files: CodeFiles, how: Ending): Promise<CodeReport> {
  const { ending, warn } = how;
  const documents = await documentsOf(deps, order, files, how);
  const items = withFiles(await withoutLostTeams(deps, order.caller, documents, warn), files);
  await warnOfUnknownTypes(deps, items, warn);
  const report = await applyCode(deps, order, items, ending);
  for (const warning of report.warnings) warn(warning);
  await warnOfScripts(deps, report, items, warn);
  return report;
}

async function documentsOf(
  { typePrefix }: Deps,
  order: CodeOrder,
  files: CodeFiles,
  { warn, signal }: Ending,
): Promise<readonly CodeItem[]> {
  const { items, warnings } = await parseDocuments(files, typePrefix, senderOf(order, signal));
  for (const warning of warnings) warn(warning);
  return items;
}

const senderOf = ({ caller: { username } }: CodeOrder, signal: AbortSignal): Sender => ({ username, signal });

/** Applies an archive of which memory holds only the texts. */
async function applyLarge(deps: Deps, order: CodeOrder, source: Buffer | ZipSource, how: Ending): Promise<CodeReport> {
  const archive = await largeArchive(source, {
    total: deps.config.importMaxBytes,
    named: (code, elsewhere) => parseNamedTexts(code, elsewhere, senderOf(order, how.signal)),
  });
  const items = await documentsOf(deps, order, archive.code, how);
  return await applyArchive(deps, order, { ...archive, items }, how);
}

/** One YAML, or a zip with others; its decompressed content may be larger than memory. */
async function applyOne(deps: Deps, order: CodeOrder, bytes: Buffer, how: Ending): Promise<CodeReport> {
  if (!looksZipped(bytes)) {
    return await applyFiles(deps, order, { files: new Map([['index.yaml', bytes]]), roots: ['index.yaml'] }, how);
  }
  if ((await declaredSize(bytes)) > zipRules.totalBytes) {
    return await applyLarge(deps, order, bytes, how);
  }
  const files = await unzip(bytes, () => true, zipRules);
  return await applyFiles(deps, order, { files, roots: [firstOf([...files.keys()])] }, how);
}

const indexes: ReadonlySet<string> = new Set(['index.yaml', 'index.yml', 'Releasefile.yaml', 'Releasefile.yml']);

/**
 * Each YAML in a part `file` is read, in the order of the parts, an index first: it may include others, at a home of
 * their own. All other parts are files beside them: those that `!file` names, and files of values.
 */
function severalFiles(parts: readonly UploadedPart[]): CodeFiles {
  const files = new Map<string, Buffer>();
  const documents: string[] = [];
  for (const { part, name, bytes } of parts) {
    const path = pathOf(name);
    if (files.has(path)) throw new Invalid(`file: two parts of the form are called '${clip(path)}'`);
    if (looksZipped(bytes)) throw new Invalid(`file: the archive '${clip(path)}' has to be sent alone`);
    files.set(path, bytes);
    if (part === 'file' && /\.ya?ml$/i.test(path)) documents.push(path);
  }
  if (documents.length === 0) throw new Invalid('file: expected a YAML, or a zip, in a part of this name');
  const { first = [], later = [] } = Object.groupBy(documents, (path) => (indexes.has(path) ? 'first' : 'later'));
  return { files, roots: [...first, ...later] };
}

/** The name of a part as a path below all of them. Throws Invalid for one that leads elsewhere. */
function pathOf(name: string): string {
  const steps = name.replaceAll('\\', '/').split('/');
  if (steps[0] === '.') steps.shift();
  const isOdd = (step: string): boolean => step === '' || step === '.' || step === '..' || step.includes('\0');
  if (steps.length > 20 || steps.some(isOdd))
    throw new Invalid(`file: '${clip(name)}' is no name of a file beside the others`);
  return steps.join('/');
}
