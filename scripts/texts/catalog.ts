import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findTexts } from './find-texts.ts';
import { BadText, formatText, parseText, problemOf, type TextNode } from './pattern.ts';
import type { TextLanguage } from './translate.ts';

/** The folder of the sources with texts. */
const sourceFolder = 'apps/board/src/page';
/** The folder of the catalogs. */
export const textFolder = 'apps/board/src/messages';
export const englishTag = 'en';

/** Returns the messages of all sources of the board, each with the files that use it, in alphabetical order. */
export function extractTexts(folder = sourceFolder): Readonly<Record<string, string>> {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((file) => !/\.(?:test|d)\.ts$|^gallery\//.test(file))
    .toSorted();
  const users = new Map<string, Set<string>>();
  for (const file of files)
    for (const { nodes } of findTexts(file, readFileSync(join(folder, file), 'utf8'))) {
      const message = formatText(nodes);
      const found = users.get(message) ?? new Set();
      users.set(message, found.add(file));
    }
  const sorted = Array.from(users).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([message, found]) => [message, Array.from(found).join(', ')]));
}

/** The content of the English catalog. */
export const formatCatalog = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts, null, 2)}\n`;

/** Returns the languages of the catalogs in a folder, English first. */
export const languagesIn = (folder = textFolder): readonly string[] => [
  englishTag,
  ...globSync('*.json', { cwd: folder })
    .map((file) => basename(file, '.json'))
    .filter((tag) => tag !== englishTag)
    .toSorted(),
];

/** Parses a translation. Throws BadText if it does not fit the English message. */
function parseTranslation(message: string, translation: string, tag: string): readonly TextNode[] {
  const nodes = parseText(translation);
  const problem = problemOf(parseText(message), nodes, tag);
  if (problem !== null) throw new BadText(problem);
  return nodes;
}

/** Returns the translations of a language, or the problems of its catalog. `messages` are the English messages. */
export function parseCatalog(
  tag: string,
  translations: Readonly<Record<string, string>>,
  messages: Readonly<Record<string, unknown>>,
) {
  const parsed = new Map<string, readonly TextNode[]>();
  const problems: string[] = [];
  for (const [message, translation] of Object.entries(translations)) {
    try {
      if (!Object.hasOwn(messages, message)) throw new BadText('the board has no such text');
      parsed.set(message, parseTranslation(message, translation, tag));
    } catch (error) {
      if (!(error instanceof BadText)) throw error;
      problems.push(`${tag}.json: ${JSON.stringify(message)}: ${error.message}`);
    }
  }
  return { parsed, problems };
}

const readJson = (folder: string, tag: string): Readonly<Record<string, string>> => {
  const file = join(folder, `${tag}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

/** Returns the problems of all catalogs in a folder, except those of the English catalog. */
export const problemsIn = (messages: Readonly<Record<string, unknown>>, folder = textFolder): readonly string[] =>
  languagesIn(folder)
    .filter((tag) => tag !== englishTag)
    .flatMap((tag) => parseCatalog(tag, readJson(folder, tag), messages).problems);

/** The language of the scripts without translations. */
export const english: TextLanguage = { tag: englishTag, translate: () => undefined };

/**
 * Returns a language with the translations of its catalog. A translation that does not fit is ignored, so that the
 * board starts; `npm run check` reports it.
 */
export function readLanguage(tag: string, folder = textFolder): TextLanguage {
  if (tag === englishTag) return english;
  const { parsed } = parseCatalog(tag, readJson(folder, tag), readJson(folder, englishTag));
  return { tag, translate: (message) => parsed.get(message) };
}
