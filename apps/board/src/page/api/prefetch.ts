/** The requests that `prefetch-first-view.ts` sent before other scripts ran, by path and body, such as `api/v1/me`. */
export type PrefetchedResponses = Map<string, Promise<Response>>;

declare global {
  interface Window {
    slipwayPrefetched?: PrefetchedResponses;
  }
}

/** The maximum age of a prefetched response, in milliseconds: the stream reports later changes. */
const maxAgeMs = 10_000;

/** Returns the prefetched response of a request, once. */
export function takePrefetched(path: string, body: string | FormData | null): Promise<Response> | undefined {
  const key = `${path}${body ?? ''}`;
  const response = window.slipwayPrefetched?.get(key);
  window.slipwayPrefetched?.delete(key);
  return performance.now() < maxAgeMs ? response : undefined;
}

/** Drops prefetched responses if no user is logged in. */
export const clearPrefetched = (): void => window.slipwayPrefetched?.clear();
