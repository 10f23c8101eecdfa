import { createHash } from 'node:crypto';
import { type Message, message, plainText, textOf, type Warn } from '@slipway/domain/messages';
import { messageOf } from '@slipway/domain/model';
import { BadFile, toSingleLine, unzip as unzipFile, type ZipRules } from '@slipway/formats';
import { defineTypes, namespaceOf } from '../definitions/define-types.ts';
import { typesInXml } from '../definitions/read-xml.ts';
import { typesInYaml } from '../definitions/read-yaml.ts';
import {
  BadPlugin,
  issueMessage,
  type Plugin,
  type PluginScript,
  plugin,
  pluginScript,
} from '../definitions/type-definition.ts';
import { isModulePath, modulesIn } from './find-modules.ts';
import {
  includedPaths,
  isScriptPath,
  languageAt,
  type ReadScript,
  scriptWarnings,
  withScripts,
} from './find-scripts.ts';
import { limitWarnings, storedWarnings, typeWarnings, unreadFileWarnings } from './warnings.ts';

const manifestPath = 'META-INF/MANIFEST.MF';

/** The name and the version of a plugin. */
interface Identity {
  readonly name: string;
  readonly version: string;
}

/**
 * Returns the attributes in the main section of a manifest, by name in lower case. A line that starts with a blank
 * continues the previous one.
 */
function attributesIn(manifest: string): ReadonlyMap<string, string> {
  const [main = ''] = manifest.replace(/\r\n?/g, '\n').split('\n\n');
  const lines = main.replaceAll('\n ', '').split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    }),
  );
}

/** Returns the name and version in a file name: `acme-plugin-1.2.0.jar` is version 1.2.0 of `acme-plugin`. */
function identityOfFile(file: string): Identity {
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replace(/\.(?:jar|zip)$/i, '');
  const cut = base.search(/[-_]v?\d/);
  return cut < 1 ? { name: base, version: '' } : { name: base.slice(0, cut), version: base.slice(cut + 1) };
}

/** Returns the identity of a jar from its manifest, completed by its file name. Throws BadPlugin. */
function identityIn(manifest: string | undefined, file: string): Identity {
  if (manifest === undefined) throw new BadPlugin(message('pluginFile.withoutManifest', { path: manifestPath }));
  const attributes = attributesIn(manifest);
  if (attributes.get('manifest-version') !== '1.0') {
    throw new BadPlugin(message('pluginFile.badManifest', { path: manifestPath }));
  }
  const fromFile = identityOfFile(file);
  const name = attributes.get('plugin-name') ?? attributes.get('implementation-title') ?? fromFile.name;
  const version = attributes.get('plugin-version') ?? attributes.get('implementation-version') ?? fromFile.version;
  return { name, version };
}

const rules = {
  archive: message('archiveKind.jar'),
  entries: 2_000,
  entryBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  keptOfEntry: 1024 * 1024 + 1,
  keptBytes: 16 * 1024 * 1024,
  // Nested archives have no effect.
  mayHoldArchives: false,
} satisfies ZipRules;

/**
 * Returns the files of a jar that `isWanted` accepts, each up to the limit plus one byte. Entries with an unsafe name
 * and archives are skipped, and `warn` receives a warning for each. Throws BadPlugin.
 */
async function unzip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  warn: Warn,
): Promise<ReadonlyMap<string, Buffer>> {
  const leaveOut = (name: string, reason: Message) =>
    warn(message('pluginWarning.fileLeftOut', { path: toSingleLine(name), reason }));
  return await unzipFile(bytes, isWanted, { ...rules, leaveOut }).catch((error: unknown) => {
    throw error instanceof BadFile ? new BadPlugin(messageOf(error)) : error;
  });
}

/**
 * The readers of definition files, with the maximum size in bytes. A larger file would block the process, with YAML for
 * more than a second (measured).
 */
const definitionReaders = {
  'synthetic.xml': { read: typesInXml, maxBytes: 256 * 1024 },
  'type-definitions.xml': { read: typesInXml, maxBytes: 256 * 1024 },
  'type-definitions.yaml': { read: typesInYaml, maxBytes: 128 * 1024 },
};
const definitionPaths: readonly string[] = Object.keys(definitionReaders);

const maxManifestBytes = 64 * 1024;
const maxScriptBytes = 1024 * 1024;
/** The maximum size of all scripts and modules in bytes, because every process stores them in memory. */
const maxTotalScriptBytes = 4 * 1024 * 1024;

/** Whether a file is part of a plugin. Other files in a jar or folder are not read. */
export const isPluginFile = (path: string): boolean =>
  path === manifestPath || isDefinitionPath(path) || isScriptPath(path) || isModulePath(path);

export const isDefinitionPath = (path: string): boolean => definitionPaths.includes(path);

/** Reads a jar with this file name. Throws BadPlugin. */
export async function readJar(bytes: Buffer, file: string): Promise<Plugin> {
  const paths = new Set<string>();
  const skipped: Message[] = [];
  const isWanted = (path: string): boolean => {
    paths.add(path);
    return isPluginFile(path);
  };
  const files = await unzip(bytes, isWanted, (warning) => skipped.push(warning));
  const manifest = files.get(manifestPath);
  const identity = identityIn(manifest && requireText(manifestPath, manifest, maxManifestBytes), file);
  return readFiles(files, identity, createHash('sha256').update(bytes).digest('hex'), { paths, skipped });
}

/** The file paths of a jar, and its skipped files. */
interface UnreadFiles {
  /** the paths of all files, including those that are read */
  readonly paths: ReadonlySet<string>;
  /** a warning for each skipped file */
  readonly skipped: readonly Message[];
}

/**
 * Creates a plugin from its files, by path. Its warnings name each part without effect: an unusable type or file does
 * not reject the other ones. Throws BadPlugin.
 */
export function readFiles(
  files: ReadonlyMap<string, Buffer>,
  identity: Identity,
  checksum: string,
  { paths, skipped }: UnreadFiles = { paths: new Set(files.keys()), skipped: [] },
): Plugin {
  const warnings: Message[] = [...skipped];
  const warn: Warn = (warning) => warnings.push(warning);
  const definitions = Object.entries(definitionReaders).flatMap(([path, { read, maxBytes }]) => {
    const bytes = files.get(path);
    return bytes ? [read(requireText(path, bytes, maxBytes), path, warn)] : [];
  });
  const unreadWarnings = unreadFileWarnings(paths);
  if (definitions.length === 0 && unreadWarnings.length === 0) {
    throw new BadPlugin(message('pluginFile.withoutTypes'));
  }
  const defined = defineTypes(
    definitions.flatMap(({ types }) => types),
    warn,
  );
  const readScripts = scriptsIn(
    files,
    new Set(defined.map(({ name }) => namespaceOf(name))),
    defined.flatMap(locations),
  );
  const ownScripts = readScripts.map(({ script }) => script);
  const types = withScripts(defined, ownScripts);
  const modified = definitions.flatMap((definition) => definition.modified);
  warnings.push(...typeWarnings(types, modified), ...scriptWarnings(types, readScripts), ...unreadWarnings);
  const scripts = [...ownScripts, ...otherModules(files, ownScripts, warn)];
  const read = plugin.safeParse({ ...identity, checksum, types, scripts, ...storedWarnings(limitWarnings(warnings)) });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  const problem = issue === undefined ? plainText('') : issueMessage(issue);
  throw new BadPlugin(message('pluginFile.badMember', { path, problem }));
}

type Properties = ReturnType<typeof defineTypes>[number];
const locations = ({ properties }: Properties): readonly string[] =>
  properties.flatMap(({ defaultValue }) =>
    typeof defaultValue === 'string' && isScriptPath(defaultValue) ? [defaultValue] : [],
  );

/** Returns the scripts in the directories of these namespaces, and those at paths in property defaults. */
function scriptsIn(
  files: ReadonlyMap<string, Buffer>,
  namespaces: ReadonlySet<string>,
  namedPaths: readonly string[],
): readonly ReadScript[] {
  const scripts = [...files].filter(
    ([path]) => isScriptPath(path) && (namespaces.has(path.slice(0, path.indexOf('/'))) || namedPaths.includes(path)),
  );
  if (scripts.reduce((sum, [, bytes]) => sum + bytes.length, 0) > maxTotalScriptBytes) {
    throw new BadPlugin(message('pluginFile.tooManyScriptBytes', { max: maxTotalScriptBytes }));
  }
  return scripts.map(([path, bytes]) => scriptAt(path, bytes, files));
}

/** Reads a script with its included files. An unreadable script only affects the types that use it. */
function scriptAt(path: string, bytes: Buffer, files: ReadonlyMap<string, Buffer>): ReadScript {
  const blank = { path, language: languageAt(path), text: '', fault: null };
  const withFault = (fault: Message): ReadScript => ({ script: { ...blank, fault: textOf(fault) }, fault });
  const own = readText(path, bytes, maxScriptBytes);
  const text = typeof own === 'string' && blank.language === 'javascript' ? withIncludes(own, files) : own;
  if (typeof text !== 'string') return withFault(message('pluginFault.unreadableScript', { reason: text }));
  const read = pluginScript.safeParse({ ...blank, text });
  if (read.success) return { script: read.data, fault: null };
  const [issue] = read.error.issues;
  const problem = issue === undefined ? message('pluginFault.badCharacter') : issueMessage(issue);
  return withFault(message('pluginFault.badScript', { path: toSingleLine(path), problem }));
}

/**
 * Appends the included files of a JavaScript script to its text, so that its line numbers stay the same. Returns the
 * reason if a file is missing or unreadable.
 */
function withIncludes(text: string, files: ReadonlyMap<string, Buffer>): string | Message {
  const texts = [text];
  for (const path of includedPaths(text, (included) => files.get(included)?.toString() ?? '')) {
    const bytes = files.get(path);
    const included = bytes === undefined ? missingInclude(path) : readText(path, bytes, maxScriptBytes);
    if (typeof included !== 'string') return included;
    texts.push(included);
  }
  return texts.join('\n');
}

const missingInclude = (path: string): Message => message('pluginFault.missingScript', { path: toSingleLine(path) });

function otherModules(
  files: ReadonlyMap<string, Buffer>,
  scripts: readonly PluginScript[],
  warn: Warn,
): readonly PluginScript[] {
  const scriptSizes = new Map(scripts.map(({ path, text }) => [path, Buffer.byteLength(text)]));
  const others = [...files].filter(([path]) => isModulePath(path) && !scriptSizes.has(path));
  const remainingBytes = [...scriptSizes.values()].reduce((remaining, size) => remaining - size, maxTotalScriptBytes);
  return modulesIn(new Map(others), { maxModuleBytes: maxScriptBytes, maxTotalBytes: remainingBytes }, warn);
}

/** Returns the text of a file. Throws BadPlugin. */
function requireText(path: string, bytes: Buffer, maxBytes: number): string {
  const text = readText(path, bytes, maxBytes);
  if (typeof text !== 'string') throw new BadPlugin(text);
  return text;
}

/**
 * Returns the text of a file, or why it is unreadable. Decodes UTF-8 strictly, because an invalid byte would silently
 * become another character.
 */
function readText(path: string, bytes: Buffer, maxBytes: number): string | Message {
  const file = { path: toSingleLine(path) };
  if (bytes.length > maxBytes) return message('pluginFile.tooLarge', { ...file, max: maxBytes });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return message('pluginFile.notUtf8', file);
  }
}
