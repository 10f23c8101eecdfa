import { buffer } from 'node:stream/consumers';
import {
  applyArchive,
  applyCode,
  type CodeReport,
  type CodeRequest,
  warnOfScripts,
  warnOfUnknownTypes,
  withFiles,
  withoutTeamsOfUnknownFolders,
} from '@slipway/application/as-code';
import { message, type Warn } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import {
  type CodeFiles,
  type CodeItem,
  declaredSize,
  hasZipSignature,
  largeArchive,
  rootDocumentOf,
  unzip,
  type ZipRules,
  type ZipSource,
} from '@slipway/formats';
import type { Deps } from '../dependencies/deps.ts';
import type { ReceivedCode } from '../http/body/documents.ts';
import type { UploadedPart } from '../http/body/multipart.ts';
import { parseDocuments, parseNamedTexts, type Sender } from '../parsing/parse.ts';

/** The limits of a zip with documents and other files. */
const zipRules: ZipRules = {
  archive: message('archiveKind.archive'),
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
interface ApplyOptions {
  readonly ending: 'keep' | 'undo';
  readonly warn: Warn;
  /** aborts the reading of documents when the client disconnects */
  readonly signal: AbortSignal;
}

/** Applies the sent documents. Throws BadFile, Invalid, and the errors of the apply. */
export async function applyReceived(
  deps: Deps,
  order: CodeRequest,
  received: ReceivedCode,
  options: ApplyOptions,
): Promise<CodeReport> {
  switch (received.kind) {
    case 'parts': {
      const [firstPart, ...others] = received.parts;
      const isSingle = firstPart?.part === 'file' && others.length === 0;
      return isSingle
        ? await applySingle(deps, order, firstPart.bytes, options)
        : await applyFiles(deps, order, toCodeFiles(received.parts), options);
    }
    case 'large': {
      const { spool } = received.file;
      const isZip = hasZipSignature(await buffer(spool.bytes(0, Math.min(2, spool.size))));
      if (!isZip) return await applySingle(deps, order, await buffer(spool.bytes(0, spool.size)), options);
      return await applyLarge(deps, order, spool, options);
    }
  }
}

async function applyFiles(
  deps: Deps,
  order: CodeRequest,
  files: CodeFiles,
  options: ApplyOptions,
): Promise<CodeReport> {
  const { ending, warn } = options;
  const documents = await readDocuments(deps, order, files, options);
  const items = withFiles(await withoutTeamsOfUnknownFolders(deps, order.caller, documents, warn), files);
  await warnOfUnknownTypes(deps, items, warn);
  const report = await applyCode(deps, order, items, ending);
  for (const warning of report.warnings) warn(warning);
  await warnOfScripts(deps, report, items, warn);
  return report;
}

async function readDocuments(
  { typePrefix }: Deps,
  order: CodeRequest,
  files: CodeFiles,
  { warn, signal }: ApplyOptions,
): Promise<readonly CodeItem[]> {
  const { items, warnings } = await parseDocuments(files, typePrefix, toSender(order, signal));
  for (const warning of warnings) warn(warning);
  return items;
}

const toSender = ({ caller: { username } }: CodeRequest, signal: AbortSignal): Sender => ({ username, signal });

/** Applies an archive of which memory holds only the texts. */
async function applyLarge(
  deps: Deps,
  order: CodeRequest,
  source: Buffer | ZipSource,
  options: ApplyOptions,
): Promise<CodeReport> {
  const archive = await largeArchive(source, {
    total: deps.config.importMaxBytes,
    named: (code, storedNames) => parseNamedTexts(code, storedNames, toSender(order, options.signal)),
  });
  const items = await readDocuments(deps, order, archive.code, options);
  return await applyArchive(deps, order, { ...archive, items }, options);
}

/** One YAML file, or a zip with several files. The unpacked content may be larger than memory. */
async function applySingle(deps: Deps, order: CodeRequest, bytes: Buffer, options: ApplyOptions): Promise<CodeReport> {
  if (!hasZipSignature(bytes)) {
    return await applyFiles(deps, order, { files: new Map([['index.yaml', bytes]]), roots: ['index.yaml'] }, options);
  }
  if ((await declaredSize(bytes)) > zipRules.totalBytes) {
    return await applyLarge(deps, order, bytes, options);
  }
  const files = await unzip(bytes, () => true, zipRules);
  return await applyFiles(deps, order, { files, roots: [rootDocumentOf([...files.keys()])] }, options);
}

const indexes: ReadonlySet<string> = new Set(['index.yaml', 'index.yml', 'Releasefile.yaml', 'Releasefile.yml']);

/**
 * Reads each YAML file in a part `file`, in the order of the parts, an index first: it may include others, with a home folder
 * of their own. All other parts are attachments that `!file` names, or files of values.
 */
function toCodeFiles(parts: readonly UploadedPart[]): CodeFiles {
  const files = new Map<string, Buffer>();
  const documents: string[] = [];
  for (const { part, name, bytes } of parts) {
    const path = pathOf(name);
    if (files.has(path)) throw new Invalid(message('code.duplicatePart', { path }));
    if (hasZipSignature(bytes)) throw new Invalid(message('code.archiveAlone', { path }));
    files.set(path, bytes);
    if (part === 'file' && /\.ya?ml$/i.test(path)) documents.push(path);
  }
  if (documents.length === 0) throw new Invalid(message('code.partExpected'));
  const { first = [], later = [] } = Object.groupBy(documents, (path) => (indexes.has(path) ? 'first' : 'later'));
  return { files, roots: [...first, ...later] };
}

/** The name of a part as a relative path. Throws Invalid for a path that leaves the folder. */
function pathOf(name: string): string {
  const segments = name.replaceAll('\\', '/').split('/');
  if (segments[0] === '.') segments.shift();
  const isInvalid = (segment: string): boolean =>
    segment === '' || segment === '.' || segment === '..' || segment.includes('\0');
  if (segments.length > 20 || segments.some(isInvalid)) throw new Invalid(message('code.badFileName', { name }));
  return segments.join('/');
}
