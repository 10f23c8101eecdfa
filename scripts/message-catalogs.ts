import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

type CatalogTexts = Readonly<
  Record<string, Readonly<Record<string, { readonly text: string; readonly tag?: string }>>>
>;

const defaultTag = 'en';
const listFile = 'apps/board/src/page/catalogs.ts';

const readCatalog = (folder: string, tag: string): CatalogTexts =>
  JSON.parse(readFileSync(join(folder, `${tag}.json`), 'utf8'));

/** A catalog without examples. A text that it lacks is English, with the tag of its own language. */
function completeCatalog(folder: string, tag: string): CatalogTexts {
  const texts = readCatalog(folder, tag);
  const sections = Object.entries(readCatalog(folder, defaultTag)).map(([section, english]) => {
    const entries = Object.entries(english).map(([name, { text }]) => {
      const ownText = texts[section]?.[name]?.text;
      if (ownText !== undefined) return [name, { text: ownText }] as const;
      return [name, { text, tag: defaultTag }] as const;
    });
    return [section, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(sections);
}

/** The tags of the message catalogs in a folder, by file. */
const tagsByFile = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    globSync('*.json', { cwd: folder })
      .toSorted()
      .map((file) => [resolve(folder, file), basename(file, '.json')]),
  );

/**
 * A plugin of the bundler and of the development server: the page can load each message catalog of a folder. Each is a
 * module of its own, which the page loads when it needs the language.
 */
export const messageCatalogs = (folder: string) => ({
  name: 'slipway:message-catalogs',
  // Vite would convert JSON to a module before.
  enforce: 'pre' as const,
  load(id: string) {
    if (!id.endsWith(listFile)) return null;
    const entries = Array.from(tagsByFile(folder), ([file, tag]) => {
      return `${JSON.stringify(tag)}: () => import(${JSON.stringify(file)})`;
    });
    return `export const catalogs = { ${entries.join(', ')} };`;
  },
  transform(_code: string, id: string) {
    const tag = dirname(id) === resolve(folder) ? tagsByFile(folder).get(id) : undefined;
    return tag === undefined ? null : JSON.stringify(completeCatalog(folder, tag));
  },
});

/** The message catalogs among the modules of a bundle, by their files: the tag of each; undefined: another module. */
export const catalogTag = (folder: string, file: string | null): string | undefined =>
  file === null ? undefined : tagsByFile(folder).get(file);
