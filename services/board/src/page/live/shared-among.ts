/** The most that one stream may watch. */
const mostWatched = 200;
/** In letters, of all that the address of a stream names: proxies take eight thousand of an address. */
const longest = 7_000;

/**
 * What one stream watches for all tabs, sorted. Where it is too much, each tab has its share, the first of what it wants
 * first: a long list in one tab leaves another one its release.
 */
export function sharedAmong(tabs: readonly (readonly string[])[]): readonly string[] {
  const chosen = new Set<string>();
  const most = Math.max(0, ...tabs.map(({ length }) => length));
  let letters = 0;
  for (let nth = 0; nth < most; nth += 1) {
    for (const want of tabs.flatMap((wants) => wants[nth] ?? [])) {
      if (chosen.has(want)) continue;
      letters += encodeURIComponent(want).length + 1;
      if (chosen.size === mostWatched || letters > longest) return [...chosen].toSorted();
      chosen.add(want);
    }
  }
  return [...chosen].toSorted();
}
