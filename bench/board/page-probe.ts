/**
 * Put into each page before its own scripts, as a text: it runs in the browser. `bench.until` resolves with the moment, in
 * milliseconds since 1970, at which something that is looked for in each frame has been painted.
 */
export const pageProbe = `(() => {
  const now = () => performance.timeOrigin + performance.now();
  const bench = { largest: 0, shift: 0, interactions: {}, keyAt: 0, mostRows: 0, awaited: null };
  bench.until = (isThere) => new Promise((resolve) => {
    const look = () => isThere() ? requestAnimationFrame(() => setTimeout(() => resolve(now()))) : requestAnimationFrame(look);
    look();
  });
  const observe = (type, see, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', (entry) => { bench.largest = entry.startTime; });
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) bench.shift += entry.value; });
  observe('event', ({ interactionId, duration }) => {
    if (interactionId > 0)
      bench.interactions[interactionId] = Math.max(bench.interactions[interactionId] ?? 0, duration);
  }, { durationThreshold: 16 });
  addEventListener('keydown', () => { bench.keyAt = now(); }, true);
  const count = () => {
    bench.mostRows = Math.max(bench.mostRows, document.querySelectorAll('tbody tr').length);
    requestAnimationFrame(count);
  };
  count();
  window.bench = bench;
})();`;

/** The next script of the same page: waits from the start until `count` of these are painted. */
export const awaitElements = (selector: string, count: number): string =>
  `bench.awaited = bench.until(() => document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count});`;
