import type { Link } from '../model/own-fields.ts';

/** The ids of the source tasks of links, by target task. */
type Sources = ReadonlyMap<string, readonly string[]>;

/** Caches the sources by list of links. The lists are immutable, and each step of a plan reads them. */
const cache = new WeakMap<readonly Link[], Sources>();

/** Returns the sources of links by target. Without this index, a thousand links would block the process for seconds. */
export function sourcesOf(links: readonly Link[]): Sources {
  const cached = cache.get(links);
  if (cached !== undefined) return cached;
  const sources = new Map<string, string[]>();
  for (const { source, target } of links) {
    const others = sources.get(target);
    if (others === undefined) sources.set(target, [source]);
    else others.push(source);
  }
  cache.set(links, sources);
  return sources;
}
