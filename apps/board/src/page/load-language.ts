import type { Catalog } from '@slipway/domain/messages';
import type { LoadingLanguage } from './api/language.ts';
import { findLanguage } from './find-language.ts';

type Loader = () => Promise<{ readonly default: Catalog }>;

/** Functions that load the parts of the message catalogs, by language tag. */
export type Catalogs = Readonly<Record<string, { readonly first: Loader; readonly rest: Loader }>>;

const defaultTag = 'en';

async function load(loader: Loader | undefined): Promise<Catalog | null> {
  try {
    return (await loader?.())?.default ?? null;
  } catch {
    return null;
  }
}

/** Loads the catalog of the first preferred language that has one. Loads the English catalog if no language has one. */
export function loadLanguage(catalogs: Catalogs, preferredTags: readonly string[]): LoadingLanguage {
  const tag = findLanguage(preferredTags, catalogs) ?? defaultTag;
  const first = load(catalogs[tag]?.first).then((catalog) => catalog && { catalog, tag });
  let complete: LoadingLanguage['first'] | undefined;
  const loadRest = async () => {
    const language = await first;
    const rest = language && (await load(catalogs[tag]?.rest));
    return rest ? { catalog: { ...language.catalog, ...rest }, tag } : language;
  };
  const loadComplete = () => {
    complete ??= loadRest();
    return complete;
  };
  return { first, loadComplete };
}
