import type { Link } from '../model/own-fields.ts';

/** What each target of links waits for. */
type Sources = ReadonlyMap<string, readonly string[]>;

/** Links never change, and every step of a plan goes over those of its groups. */
const cache = new WeakMap<readonly Link[], Sources>();

/** The sources of links by their targets: looked for one by one, a thousand links stop everything for seconds. */
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
