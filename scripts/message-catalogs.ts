import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A text of a catalog, with the tag of its language if that is not the one of the catalog. */
interface CatalogText {
  readonly text: string;
  readonly tag?: string;
}
type Catalog<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;
type EnglishCatalog = Catalog<CatalogText & { readonly example: unknown }>;

const defaultTag = 'en';
const listFile = 'apps/board/src/page/catalogs.ts';

const readCatalog = <T extends CatalogText>(folder: string, tag: string): Catalog<T> =>
  JSON.parse(readFileSync(join(folder, `${tag}.json`), 'utf8'));

/** The parts of a catalog. The first view needs the first part; the rest is loaded after it. */
const parts = ['first', 'rest'] as const;
type Part = (typeof parts)[number];

/**
 * The sections of lists and of the reasons of tasks and releases. They have messages of other sections as parameters.
 */
const firstSections = ['list', 'reason', 'explanation'];
/** Sections of messages that only refusals contain. A refusal is shown after the rest of the catalog is loaded. */
const refusalSections: ReadonlySet<string> = new Set(['permission', 'skip', 'verb']);

/**
 * Sections of texts that the catalog of the board omits: the server stores them in comments, in English, or returns them
 * to mail clients, agents, senders of events or pages of other sites. If the board receives one, it shows the English
 * text of the server.
 */
const unusedSections: ReadonlySet<string> = new Set([
  ...['taskComment', 'abortComment', 'mailFault', 'unsubscribe'],
  ...['origin', 'agent', 'eventBody'],
]);

/** Returns the sections of the messages in the example of a text. */
function* sectionsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const code = 'code' in value && typeof value.code === 'string' ? value.code : '';
  if (code.includes('.')) yield code.slice(0, code.indexOf('.'));
  for (const member of Object.values(value)) yield* sectionsIn(member);
}

/** Returns the sections of the first part: those of its messages and of their parameters. */
function sectionsOfFirstPart(catalog: EnglishCatalog): ReadonlySet<string> {
  const sections = new Set(firstSections);
  // the iteration of a set includes elements that are added during it
  for (const section of sections)
    for (const { example } of Object.values(catalog[section] ?? {}))
      for (const nested of sectionsIn(example)) if (!refusalSections.has(nested)) sections.add(nested);
  return sections;
}

/** Returns a text without ids in brackets after titles, which only clients of REST need. */
export const withoutIds = (text: string): string => text.replace(/ \(\{(?:\w*[iI]d|\w+, id)\}\)/g, '');

/**
 * Returns an English text with the quotation marks of the page. REST has straight ones. Quotes in code, such as
 * `template('title')`, do not change.
 */
export const withCurlyQuotes = (text: string): string =>
  text
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replace(/\('[^']*'\)|'([^']*)'/g, (quoted: string, inner?: string) =>
      inner === undefined ? quoted : `“${inner}”`,
    );

/** Returns a text of a catalog as the page shows it. */
export const boardText = (text: string, tag: string): string =>
  tag === defaultTag ? withCurlyQuotes(withoutIds(text)) : withoutIds(text);

/**
 * Reads a part of a catalog, without examples and ids after titles. A missing text is replaced by the English one, with the tag of its
 * language.
 */
function readPart(folder: string, tag: string, part: Part): Catalog<CatalogText> {
  const texts = readCatalog(folder, tag);
  const english: EnglishCatalog = readCatalog(folder, defaultTag);
  const isFirst = sectionsOfFirstPart(english);
  const sections = Object.entries(english).filter(
    ([section]) => !unusedSections.has(section) && isFirst.has(section) === (part === 'first'),
  );
  const completeSections = sections.map(([section, messages]) => {
    const entries = Object.entries(messages).map(([name, { text }]) => {
      const ownText = texts[section]?.[name]?.text;
      if (ownText !== undefined) return [name, { text: boardText(ownText, tag) }] as const;
      return [name, { text: boardText(text, defaultTag), tag: defaultTag }] as const;
    });
    return [section, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(completeSections);
}

/** Returns the tags of the message catalogs in a folder. */
const tagsIn = (folder: string): readonly string[] =>
  globSync('*.json', { cwd: folder })
    .map((file) => basename(file, '.json'))
    .toSorted();

/** Returns the module name of a part. The file does not exist: the plugin creates the module from the catalog. */
const moduleOf = (folder: string, tag: string, part: Part): string => join(folder, `${tag}-${part}.js`);

/** A part of a catalog, by the name of its module. */
interface CatalogModule {
  readonly tag: string;
  readonly part: Part;
}

/** Returns a function that finds the catalog part of a module; undefined for another module. */
export function catalogModules(folder: string): (id: string | null) => CatalogModule | undefined {
  const modules = tagsIn(folder).flatMap((tag) =>
    parts.map((part): [string, CatalogModule] => [moduleOf(folder, tag, part), { tag, part }]),
  );
  const byId = new Map(modules);
  return (id) => (id === null ? undefined : byId.get(id));
}

/**
 * Returns a plugin for the bundler and the development server that provides the message catalogs of a folder, which is
 * an absolute path. Each part is a separate module, which the page loads when it needs the language. A page whose own
 * texts are in another language than English loads messages of this language, if they have a catalog.
 */
export function messageCatalogs(folder: string, textTag = defaultTag) {
  const moduleFor = catalogModules(folder);
  return {
    name: 'slipway:message-catalogs',
    resolveId: (id: string) => (moduleFor(id) === undefined ? null : id),
    load(this: { addWatchFile(file: string): void }, id: string) {
      if (id.endsWith(listFile)) {
        const tags = tagsIn(folder);
        const isLimited = textTag !== defaultTag && tags.includes(textTag);
        const entries = (isLimited ? [textTag, defaultTag] : tags).map((tag) => {
          const loaders = parts.map((part) => `${part}: () => import(${JSON.stringify(moduleOf(folder, tag, part))})`);
          return `${JSON.stringify(tag)}: { ${loaders.join(', ')} }`;
        });
        return `export const catalogs = { ${entries.join(', ')} };`;
      }
      const module = moduleFor(id);
      if (module === undefined) return null;
      for (const tag of new Set([module.tag, defaultTag])) this.addWatchFile(join(folder, `${tag}.json`));
      return `export default ${JSON.stringify(readPart(folder, module.tag, module.part))};`;
    },
  };
}
