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

/**
 * The kinds of documents with objects (file-formats.md, YAML as code). Documents of the kind Import only import others.
 */
const kinds = ['Templates', 'Release', 'Permissions', 'Configurations', 'Users', 'Roles'] as const;
export type CodeKind = (typeof kinds)[number];

/** One document of a set. */
export interface CodeDocument {
  readonly kind: CodeKind;
  /** the titles of the home folder and its parents, from the top level */
  readonly home: readonly string[];
  /** the namespace of built-in types in this document, in addition to `rel` */
  readonly namespace: string;
  readonly spec: Json;
  /** all members of the document */
  readonly members: Members;
  readonly source: YamlSource;
  /** the file, and the index of the document if the file contains several */
  readonly location: string;
  /** the location as a message, for warnings */
  readonly part: Message;
}

/** The files of one request, by path. */
export interface CodeFiles {
  /** the files in memory */
  readonly files: ReadonlyMap<string, Buffer>;
  /** the data of attachment files that are not in memory */
  readonly stored?: ReadonlyMap<string, StoredFile>;
  /** the documents to read first, in this order; these import the other ones */
  readonly roots: readonly string[];
}

/** A file that is not in memory. */
export interface StoredFile {
  /** the SHA-256 in hexadecimal */
  readonly checksum: string;
  /** Returns the id and size of the stored content. */
  readonly content: () => { readonly content: string; readonly size: number };
}

/** The maximum depth of imports. */
const maxLevels = 10;
/** The maximum size of all documents and referenced text files, in bytes. */
export const maxBytes = 20 * 1024 * 1024;

const indexNames = ['index.yaml', 'releasefile.yaml', 'index.yml', 'releasefile.yml'];

/**
 * Returns the first document to read in an archive: an index, or the only YAML file. If several folders contain YAML
 * files, the outermost one counts. Letter case does not matter. Throws BadFile.
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

/** Returns all documents of a request, in the order of their imports. Throws BadFile. */
export const documentsIn = (code: CodeFiles): readonly CodeDocument[] => readAll(code, null);

/** Returns the files outside memory that documents include as texts. Throws BadFile. */
export function referencedTexts(code: CodeFiles, isExternal: (name: string) => boolean): ReadonlySet<string> {
  const named = new Set<string>();
  readAll(code, { has: isExternal, name: (text) => named.add(text) });
  return named;
}

/** The files outside memory. `name` records a file that documents include as text. */
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
  /** the home of the importing document */
  readonly home: readonly string[];
  /** the number of nested imports */
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

/** Returns the text of a file, relative to the folder of another file or to the top level. Throws BadFile. */
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

/** Returns the home folder of a document: `metadata.home`, and below it `metadata.path`. */
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
