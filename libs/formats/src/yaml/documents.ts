import { type Message, message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { BadFile, toSingleLine } from '../errors/bad-file.ts';
import type { YamlSource } from './member-line.ts';
import {
  itemsOf,
  type Members,
  membersOf,
  newYamlBudget,
  readYaml,
  textIn,
  textOf,
  type YamlBudget,
} from './read-yaml.ts';
import { valuesIn } from './values-file.ts';

/** The kinds of documents (file-formats.md, YAML as code); those of kind Import bring others in. */
const kinds = ['Templates', 'Release', 'Permissions', 'Configurations', 'Users', 'Roles'] as const;
export type CodeKind = (typeof kinds)[number];

/** One document of a set. */
export interface CodeDocument {
  readonly kind: CodeKind;
  /** titles of the folders in which it is at home, from the top */
  readonly home: readonly string[];
  /** in which namespace its own types are written besides `rel` */
  readonly namespace: string;
  readonly spec: Json;
  /** all of it */
  readonly members: Members;
  readonly source: YamlSource;
  /** the file, and the number of the document if there are several */
  readonly location: string;
  /** the same for warnings */
  readonly part: Message;
}

/** Files that came together, by their paths. */
export interface CodeFiles {
  /** those that memory holds */
  readonly files: ReadonlyMap<string, Buffer>;
  /** what is known of the others, whose contents lie elsewhere: the files of attachments */
  readonly stored?: ReadonlyMap<string, StoredFile>;
  /** those that are read, in this order; the others are read where these name them */
  readonly roots: readonly string[];
}

/** A file that memory does not hold. */
export interface StoredFile {
  /** SHA-256 in hexadecimal */
  readonly checksum: string;
  /** The id and size of its stored content, for a caller without the content. */
  readonly kept: () => { readonly content: string; readonly size: number };
}

/** The maximum depth of imports of documents. */
const maxLevels = 10;
/** Bytes of all files that are read into documents, and of those beside. */
export const maxBytes = 20 * 1024 * 1024;

const indexNames = ['index.yaml', 'releasefile.yaml', 'index.yml', 'releasefile.yml'];

/**
 * Returns the file of an archive that is read first: an index, or the only YAML. Of several folders, the outermost with
 * a YAML counts. Letter case does not matter. Throws BadFile.
 */
export function rootDocumentOf(names: readonly string[]): string {
  const yaml = names.filter((name) => /\.ya?ml$/i.test(name));
  const depthOf = (name: string): number => name.split('/').length;
  const depth = Math.min(...yaml.map(depthOf));
  const outermost = yaml.filter((name) => depthOf(name) === depth);
  for (const index of indexNames) {
    const indexFile = outermost.find((name) => name.slice(name.lastIndexOf('/') + 1).toLowerCase() === index);
    if (indexFile !== undefined) return indexFile;
  }
  const [only, ...others] = outermost;
  if (only !== undefined && others.length === 0) return only;
  throw new BadFile(message('code.withoutIndex'));
}

/** All documents of a set, in the order in which they are brought in. Throws BadFile. */
export const documentsIn = (code: CodeFiles): readonly CodeDocument[] => readAll(code, null);

/** Which of the files that memory does not hold documents name as texts. Throws BadFile. */
export function referencedTexts(code: CodeFiles, isExternal: (name: string) => boolean): ReadonlySet<string> {
  const named = new Set<string>();
  readAll(code, { has: isExternal, name: (text) => named.add(text) });
  return named;
}

/** Files that are not loaded, and the function that receives the required ones. */
interface ExternalFiles {
  has(name: string): boolean;
  name(text: string): void;
}

function readAll({ files, roots }: CodeFiles, externalFiles: ExternalFiles | null): readonly CodeDocument[] {
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (total > maxBytes) throw new BadFile(message('code.tooManyBytes', { max: maxBytes }));
  const values = new Map(
    [...files].flatMap(([name, bytes]) => (isValues(name) ? [...valuesIn(utf8(name, bytes))] : [])),
  );
  const set = { files, externalFiles, values, seen: new Set<string>(), budget: newYamlBudget(), home: [], depth: 0 };
  return roots.flatMap((name) => read(name, set));
}

const isValues = (name: string): boolean => name.endsWith('.xlvals');

interface DocumentSet {
  readonly files: CodeFiles['files'];
  readonly externalFiles: ExternalFiles | null;
  readonly values: ReadonlyMap<string, string>;
  readonly seen: Set<string>;
  readonly budget: YamlBudget;
  /** of the document that brings the file in */
  readonly home: readonly string[];
  /** how many files bring in one another up to this one */
  readonly depth: number;
}

function read(name: string, set: DocumentSet): readonly CodeDocument[] {
  if (set.seen.has(name)) return [];
  if (set.seen.size >= 1_000 || name.split('/').length > maxLevels) throw new BadFile(message('code.tooManyFiles'));
  if (set.depth > maxLevels) throw new BadFile(message('code.importsTooDeep', { max: maxLevels }));
  set.seen.add(name);
  const text = readBeside(set, name, name);
  const tagResolver = {
    value: (key: string) => valueFor(set, key),
    file: (path: string) => readBeside(set, path, name),
  };
  const documents = readYaml(text, tagResolver, set.budget);
  return documents.flatMap((document, index) => {
    const location = documents.length === 1 ? name : `${name}, document ${index + 1}`;
    const part =
      documents.length === 1
        ? message('part.file', { file: name })
        : message('part.fileDocument', { file: name, number: index + 1 });
    return fromDocument(membersOf(document, location), location, { ...set, name, source: { text, index }, part });
  });
}

function valueFor({ values }: DocumentSet, key: string): string {
  const value = values.get(key);
  if (value === undefined) throw new BadFile(message('code.unknownValue', { key: toSingleLine(key) }));
  return value;
}

/** The text of a file beside another one, or at the top. Throws BadFile. */
function readBeside({ files, externalFiles }: DocumentSet, path: string, from: string): string {
  const relativePath = path.startsWith('./') ? path.slice(2) : path;
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/') + 1) : '';
  const name =
    [folder + relativePath, relativePath].find((candidate) => files.has(candidate) || externalFiles?.has(candidate)) ??
    relativePath;
  const bytes = files.get(name);
  if (bytes === undefined && externalFiles?.has(name)) {
    externalFiles.name(name);
    return '';
  }
  if (bytes === undefined)
    throw new BadFile(message('code.importMissing', { file: toSingleLine(path), importer: toSingleLine(from) }));
  return utf8(name, bytes);
}

function utf8(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadFile(message('code.notUtf8', { name: toSingleLine(name) }));
  }
}

const versionPattern = /^([A-Za-z][A-Za-z-]{0,30})\/v1(?:beta1)?$/;

function fromDocument(
  document: Members,
  location: string,
  set: DocumentSet & { readonly name: string } & Pick<CodeDocument, 'source' | 'part'>,
): readonly CodeDocument[] {
  const [, product] = versionPattern.exec(textIn(document.apiVersion, `${location}: apiVersion`) ?? '') ?? [];
  if (product === undefined) throw new BadFile(message('code.apiVersion', { path: toSingleLine(location) }));
  const kind = textOf(document.kind, `${location}: kind`);
  const home = homeFolderOf(document, location, set.home);
  const { spec = null } = document;
  if (kind === 'Import') return importDocuments(membersOf(spec, `${location}: spec`), location, { ...set, home });
  const knownKind = kinds.find((candidate) => candidate === kind);
  if (knownKind === undefined) {
    throw new BadFile(
      message('code.kind', {
        path: toSingleLine(location),
        kinds: kinds.map((text) => message('quote.plain', { text })),
        value: toSingleLine(kind),
      }),
    );
  }
  const namespace = product.replaceAll('-', '');
  return [{ kind: knownKind, home, namespace, spec, members: document, source: set.source, location, part: set.part }];
}

const titlesIn = (path: string): readonly string[] => path.split('/').filter((title) => title !== '' && title !== '.');

/** Where a document is at home: `metadata.home`, and below it `metadata.path`. */
function homeFolderOf({ metadata }: Members, location: string, inherited: readonly string[]): readonly string[] {
  if (metadata === undefined || metadata === null) return inherited;
  const { home, path } = membersOf(metadata, `${location}: metadata`);
  const top = textIn(home, `${location}: metadata.home`);
  return [...(top === null ? inherited : titlesIn(top)), ...titlesIn(textIn(path, `${location}: metadata.path`) ?? '')];
}

function importDocuments(
  spec: Members,
  location: string,
  set: DocumentSet & { readonly name: string },
): readonly CodeDocument[] {
  const folder = set.name.includes('/') ? set.name.slice(0, set.name.lastIndexOf('/') + 1) : '';
  return itemsOf(spec.imports, `${location}: spec.imports`).flatMap((item) => {
    const path = textOf(item, `${location}: spec.imports`).replace(/^\.\//, '');
    const name = set.files.has(folder + path) ? folder + path : path;
    if (set.externalFiles?.has(name))
      throw new BadFile(message('code.notYaml', { path: toSingleLine(location), file: toSingleLine(path) }));
    if (!set.files.has(name))
      throw new BadFile(message('code.fileMissing', { path: toSingleLine(location), file: toSingleLine(path) }));
    return read(name, { ...set, depth: set.depth + 1 });
  });
}
