import { BadFile, inLine } from '../refusal/bad-file.ts';
import { openZip } from '../zip/unzip.ts';
import type { ZipRules } from '../zip/zip-rules.ts';
import type { ZipSource } from '../zip/zip-source.ts';

export const templateFile = 'release-template.json';
export const manifestFile = 'manifest.json';
export const definitionFile = 'Releasefile.groovy';

const megabyte = 1024 * 1024;
const largestTemplate = 20 * megabyte;
/** The most bytes of a definition in Groovy, which takes more memory to read than JSON. */
export const largestDefinition = 10 * megabyte;
const largestManifest = 64 * 1024;
const own: ReadonlySet<string> = new Set([templateFile, manifestFile, definitionFile].map(plain));

/** The name of a file without its folders, in small letters. */
function plain(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Files beside the template are attachments, which may be large, and archives. */
const rulesFor = (mostBytes: number): ZipRules => ({
  what: 'file',
  entries: 2_000,
  entryBytes: largestTemplate,
  totalBytes: mostBytes,
  keptOfEntry: largestTemplate,
  keptBytes: 2 * largestTemplate,
  mayBeForeign: true,
  mayHoldArchives: true,
  othersAreLarge: true,
});

/** Whether bytes are a zip, whatever the file is called. */
export const looksZipped = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** What a zip with a template holds: its JSON with the manifest, or a definition in Groovy (file-formats.md). */
export type ZippedTemplate = (
  | { readonly kind: 'json'; readonly json: Buffer; readonly manifest: Buffer | null }
  | { readonly kind: 'groovy'; readonly text: Buffer }
) & {
  /** reads whatever else is in it, by name: contents of attachments */
  readonly beside: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;
};

/**
 * The template in a zip of at most this number of bytes. Folders around it and the letter case of its name do not
 * matter. Throws BadFile for a zip that is unsafe, broken or without a template, and the errors of its source.
 */
export async function templateInZip(bytes: Buffer | ZipSource, mostBytes: number): Promise<ZippedTemplate> {
  const { files, others } = await openZip(bytes, (path) => own.has(plain(path)), rulesFor(mostBytes));
  const folder = folderAround([...files.keys()].filter((path) => plain(path) !== manifestFile));
  const found = (name: string): Buffer | undefined => files.get(pathOf(files, folder, name));
  const json = found(templateFile);
  const text = found(definitionFile);
  const taken = new Set([templateFile, manifestFile, definitionFile].map((name) => pathOf(files, folder, name)));
  const left = [...files].filter(([path]) => !taken.has(path));
  const beside = new Map(
    [...others, ...left.map(([path, content]) => [path, () => once(content)] as const)].map(
      ([path, read]) => [path.startsWith(folder) ? path.slice(folder.length) : path, read] as const,
    ),
  );
  if (json !== undefined) {
    const manifest = found(manifestFile) ?? null;
    if (manifest !== null) requireSmall(manifestFile, manifest, largestManifest);
    return { kind: 'json', json, manifest, beside };
  }
  if (text === undefined) throw new BadFile(`the file holds neither ${templateFile} nor ${definitionFile}`);
  requireSmall(definitionFile, text, largestDefinition);
  return { kind: 'groovy', text, beside };
}

/** The folder of the template with the fewest folders around it; empty at the top. Throws BadFile for several. */
function folderAround(paths: readonly string[]): string {
  const depth = (folder: string): number => folder.split('/').length;
  const folders = [...new Set(paths.map(folderOf))].sort((one, other) => depth(one) - depth(other));
  const [first = '', second] = folders;
  if (second !== undefined && depth(second) === depth(first))
    throw new BadFile(`the file holds several templates, in '${inLine(first)}' and '${inLine(second)}'`);
  return first;
}

/** The path of a file of ours: as it is named, or else in another letter case. */
function pathOf(files: ReadonlyMap<string, Buffer>, folder: string, name: string): string {
  const exact = `${folder}${name}`;
  if (files.has(exact)) return exact;
  return [...files.keys()].find((path) => folderOf(path) === folder && plain(path) === name.toLowerCase()) ?? exact;
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

function requireSmall(name: string, { length }: Buffer, most: number): void {
  if (length > most) throw new BadFile(`'${name}' in the file is larger than ${most} bytes`);
}
