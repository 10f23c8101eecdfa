/** Calls that `prefetch-first-view.ts` has begun before other scripts were there, by path and body, such as `api/v1/me`. */
export type PrefetchedResponses = Map<string, Promise<Response>>;

declare global {
  interface Window {
    slipwayPrefetched?: PrefetchedResponses;
  }
}

/** The maximum age of a prefetched response, in milliseconds: the stream reports later changes. */
const maxAgeMs = 10_000;

/** Takes what was begun for a path and the body that is sent there, once. */
export function takePrefetched(path: string, body: string | FormData | null): Promise<Response> | undefined {
  const key = `${path}${body ?? ''}`;
  const response = window.slipwayPrefetched?.get(key);
  window.slipwayPrefetched?.delete(key);
  return performance.now() < maxAgeMs ? response : undefined;
}

/** Drops prefetched responses if no user is logged in. */
export const clearPrefetched = (): void => window.slipwayPrefetched?.clear();
