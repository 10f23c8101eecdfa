/**
 * A script that runs in the browser, in each page before its own scripts. `bench.until` checks a condition in each
 * frame. It resolves with the time at which the condition was painted, in milliseconds since 1970.
 */
export const pageProbe = `(() => {
  const now = () => performance.timeOrigin + performance.now();
  const bench = { largest: 0, shift: 0, interactions: {}, keyAt: 0, mostRows: 0, awaited: null };
  bench.until = (isThere) => new Promise((resolve) => {
    // What exists at the start of a frame is painted in this frame, before the next timer.
    const look = () => isThere() ? setTimeout(() => resolve(now())) : requestAnimationFrame(look);
    requestAnimationFrame(look);
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

/** Returns a second script of the same page: it waits from the start until `count` of these elements are painted. */
export const awaitElements = (selector: string, count: number): string =>
  `bench.awaited = bench.until(() => document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count});`;
