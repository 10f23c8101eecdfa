import { message } from '@slipway/domain/messages';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import { openZip, type ZipSource } from '../zip/unzip.ts';
import { textEntry, type ZipEntry } from '../zip/write-zip.ts';
import type { ZipRules } from '../zip/zip-entry.ts';
import { manifestFor } from './upgrade.ts';

const templateFile = 'release-template.json';
const manifestFile = 'manifest.json';
const definitionFile = 'Releasefile.groovy';

const megabyte = 1024 * 1024;
const maxTemplateBytes = 20 * megabyte;
/** The maximum size of a Groovy definition, in bytes. It takes more memory to read than JSON. */
export const maxDefinitionBytes = 10 * megabyte;
const maxManifestBytes = 64 * 1024;
const templateFiles: ReadonlySet<string> = new Set([templateFile, manifestFile, definitionFile].map(baseName));

/** Returns the name of a file without its folders, in lower case. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns the limits of a zip. Its other files are attachments, which may be large, or archives. */
const rulesFor = (maxBytes: number): ZipRules => ({
  archive: message('archiveKind.file'),
  entries: 2_000,
  entryBytes: maxTemplateBytes,
  totalBytes: maxBytes,
  keptOfEntry: maxTemplateBytes,
  keptBytes: 2 * maxTemplateBytes,
  mayBeForeign: true,
  mayHoldArchives: true,
  othersAreLarge: true,
});

/** Whether the bytes start like a zip. */
export const hasZipSignature = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** The content of a zip with a template: JSON and a manifest, or a definition in Groovy (file-formats.md). */
type ZippedTemplate = (
  | { readonly kind: 'json'; readonly json: Buffer; readonly manifest: Buffer | null }
  | { readonly kind: 'groovy'; readonly text: Buffer }
) & {
  /** Reads the other files by name, which are the contents of attachments. */
  readonly otherFiles: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
};

/**
 * Returns the template in a zip of at most this number of bytes. The template may be in folders, and the letter case of
 * its file name does not matter. Throws BadFile for a zip that is unsafe, broken or without a template, and the errors
 * of its source.
 */
export async function templateInZip(bytes: Buffer | ZipSource, maxBytes: number): Promise<ZippedTemplate> {
  const { files, others } = await openZip(bytes, (path) => templateFiles.has(baseName(path)), rulesFor(maxBytes));
  const folder = folderAround([...files.keys()].filter((path) => baseName(path) !== manifestFile));
  const contentOf = (name: string): Buffer | undefined => files.get(pathOf(files, folder, name));
  const json = contentOf(templateFile);
  const text = contentOf(definitionFile);
  const templatePaths = new Set(
    [templateFile, manifestFile, definitionFile].map((name) => pathOf(files, folder, name)),
  );
  const remaining = [...files].filter(([path]) => !templatePaths.has(path));
  const otherFiles = new Map(
    [...others, ...remaining.map(([path, content]) => [path, () => singleChunk(content)] as const)].map(
      ([path, read]) => [path.startsWith(folder) ? path.slice(folder.length) : path, read] as const,
    ),
  );
  if (json !== undefined) {
    const manifest = contentOf(manifestFile) ?? null;
    if (manifest !== null) requireMaxSize(manifestFile, manifest, maxManifestBytes);
    return { kind: 'json', json, manifest, otherFiles };
  }
  if (text === undefined)
    throw new BadFile(message('file.withoutTemplate', { file: templateFile, otherFile: definitionFile }));
  requireMaxSize(definitionFile, text, maxDefinitionBytes);
  return { kind: 'groovy', text, otherFiles };
}

/** Returns the outermost folder with a template; empty at the top level. Throws BadFile if there are several. */
function folderAround(paths: readonly string[]): string {
  const depth = (folder: string): number => folder.split('/').length;
  const folders = [...new Set(paths.map(folderOf))].sort((a, b) => depth(a) - depth(b));
  const [first = '', second] = folders;
  if (second !== undefined && depth(second) === depth(first))
    throw new BadFile(message('file.severalTemplates', { first: toSingleLine(first), second: toSingleLine(second) }));
  return first;
}

/** Returns the path of a known file: the exact name, or the name in another letter case. */
function pathOf(files: ReadonlyMap<string, Buffer>, folder: string, name: string): string {
  const exact = `${folder}${name}`;
  if (files.has(exact)) return exact;
  return [...files.keys()].find((path) => folderOf(path) === folder && baseName(path) === name.toLowerCase()) ?? exact;
}

async function* singleChunk(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

function requireMaxSize(name: string, { length }: Buffer, max: number): void {
  if (length > max) throw new BadFile(message('file.entryTooLarge', { name, max }));
}

/**
 * Returns JSON in the form of the family's files, with escaped slashes, which every parser accepts (file-formats.md,
 * .xlr).
 */
const withEscapedSlashes = (value: object): string => JSON.stringify(value).replaceAll('/', '\\/');

/** Returns the files of an `.xlr`: a rendered template, and the manifest. */
export const templateEntries = (template: object, productVersion: string): readonly ZipEntry[] => [
  textEntry(templateFile, withEscapedSlashes(template)),
  textEntry(manifestFile, JSON.stringify(manifestFor(productVersion))),
];

/** Returns the zip entry of a template in Groovy. */
export const groovyEntry = (text: string): ZipEntry => textEntry(definitionFile, text);

/** Returns the zip entry of an attachment, named by the last segment of its id. */
export const attachmentEntry = (id: string, bytes: ZipEntry['bytes']): ZipEntry => ({
  name: `attachments/${id}`,
  compresses: false,
  bytes,
});

/** Returns the files of an exported release: the rendered release, and its activity log. */
export const releaseEntries = (
  release: object,
  activities: readonly object[],
  productVersion: string,
): readonly ZipEntry[] => [
  textEntry('release.json', JSON.stringify(release)),
  textEntry('activities.json', JSON.stringify(activities)),
  textEntry(manifestFile, JSON.stringify(manifestFor(productVersion))),
];
