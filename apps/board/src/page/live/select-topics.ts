/** The most that one stream may watch. */
const maxTopics = 200;
/** In letters, of all that the address of a stream names: proxies take eight thousand of an address. */
const maxQueryLength = 7_000;

/**
 * What one stream watches for all tabs, sorted. Where it is too much, each tab has its share, the first of what it wants
 * first: a long list in one tab leaves another one its release.
 */
export function selectTopics(tabs: readonly (readonly string[])[]): readonly string[] {
  const selected = new Set<string>();
  const maxTabTopics = Math.max(0, ...tabs.map(({ length }) => length));
  let queryLength = 0;
  for (let index = 0; index < maxTabTopics; index += 1) {
    for (const topic of tabs.flatMap((tabTopics) => tabTopics[index] ?? [])) {
      if (selected.has(topic)) continue;
      queryLength += encodeURIComponent(topic).length + 1;
      if (selected.size === maxTopics || queryLength > maxQueryLength) return [...selected].toSorted();
      selected.add(topic);
    }
  }
  return [...selected].toSorted();
}
