/** The responses to the requests of `prefetch-first-view.ts`, by path and body. */
export type PrefetchedResponses = Map<string, Promise<Response>>;

declare global {
  interface Window {
    slipwayPrefetched?: PrefetchedResponses;
  }
}

/** The maximum age of a prefetched response, in milliseconds. The stream reports later changes. */
const maxAgeMs = 10_000;

/** Returns and removes the prefetched response of a request; undefined if there is none, or if it is too old. */
export function takePrefetched(path: string, body: string | FormData | null): Promise<Response> | undefined {
  const key = `${path}${body ?? ''}`;
  const response = window.slipwayPrefetched?.get(key);
  window.slipwayPrefetched?.delete(key);
  return performance.now() < maxAgeMs ? response : undefined;
}

/** Removes all prefetched responses. */
export const clearPrefetched = (): void => window.slipwayPrefetched?.clear();
