import { afterEach, expect, test, vi } from 'vitest';
import { clearPrefetched, takePrefetched } from './prefetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Stores a prefetched response at `/me` of a new page. Returns a promise that resolves when its body is canceled. */
function prefetchMe(): Promise<void> {
  // `performance.now()` is the age of the page. The process of this test can be older than a prefetched response may be.
  vi.useFakeTimers({ toFake: ['performance'] });
  const canceled = Promise.withResolvers<void>();
  const body = new ReadableStream({ cancel: () => canceled.resolve() });
  vi.stubGlobal('window', { slipwayPrefetched: new Map([['/me', Promise.resolve(new Response(body))]]) });
  return canceled.promise;
}

test('a prefetched response is returned once', async () => {
  void prefetchMe();
  expect(await takePrefetched('/me', null)).toBeInstanceOf(Response);
  expect(takePrefetched('/me', null)).toBeUndefined();
});

test('a prefetched response that is too old is canceled', async () => {
  const canceled = prefetchMe();
  vi.advanceTimersByTime(60_000);
  expect(takePrefetched('/me', null)).toBeUndefined();
  await canceled;
});

test('removed responses are canceled, so that they do not keep a connection', async () => {
  const canceled = prefetchMe();
  clearPrefetched();
  await canceled;
  expect(takePrefetched('/me', null)).toBeUndefined();
});
