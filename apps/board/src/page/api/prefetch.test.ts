import { afterEach, expect, test, vi } from 'vitest';
import { clearPrefetched, takePrefetched, waitForPrefetched } from './prefetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const received = { response: new Response(null), text: 'me' };

/** Stores a prefetched response at `/me` of a new page. */
function prefetchMe(response = Promise.resolve(received)): void {
  // `performance.now()` is the age of the page. The process of this test can be older than a prefetched response may be.
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('window', { slipwayPrefetched: new Map([['/me', response]]) });
}

test('a prefetched response is returned once', async () => {
  prefetchMe();
  expect(await takePrefetched('/me', null)).toBe(received);
  expect(takePrefetched('/me', null)).toBeUndefined();
});

test('a prefetched response that is too old is not returned', () => {
  prefetchMe();
  vi.advanceTimersByTime(60_000);
  expect(takePrefetched('/me', null)).toBeUndefined();
});

test('removed responses are not returned', () => {
  prefetchMe();
  clearPrefetched();
  expect(takePrefetched('/me', null)).toBeUndefined();
});

test('the wait ends also after a failed request, and on a page without prefetched responses', async () => {
  const failed = Promise.reject(new Error('failed'));
  prefetchMe(failed);
  await waitForPrefetched();
  vi.stubGlobal('window', {});
  await waitForPrefetched();
});
