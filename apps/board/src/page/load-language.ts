import type { Catalog, Language } from '@slipway/domain/messages';

/** Functions that load the message catalogs, by the tags of the languages. */
export type Catalogs = Readonly<Record<string, () => Promise<{ readonly default: Catalog }>>>;

const defaultTag = 'en';

/** A tag, and those of the wider languages: `zh-Hant-TW`, `zh-Hant`, `zh`. */
const tagsOf = (tag: string): readonly string[] =>
  tag.split('-').map((_, index, parts) => parts.slice(0, parts.length - index).join('-'));

/** Loads the catalog of the first preferred language that has one, or the English one; null: it cannot be loaded. */
export async function loadLanguage(catalogs: Catalogs, preferredTags: readonly string[]): Promise<Language | null> {
  const tag = preferredTags.flatMap(tagsOf).find((candidate) => Object.hasOwn(catalogs, candidate)) ?? defaultTag;
  try {
    const module = await catalogs[tag]?.();
    return module === undefined ? null : { catalog: module.default, tag };
  } catch {
    return null;
  }
}
