/** A response whose body was read, so that a view uses it without a further wait. */
export interface ReceivedResponse {
  readonly response: Response;
  readonly text: string;
}

/** The responses to the requests of `prefetch-first-view.ts`, by path and body. */
export type PrefetchedResponses = Map<string, Promise<ReceivedResponse>>;

declare global {
  interface Window {
    slipwayPrefetched?: PrefetchedResponses;
  }
}

/** The maximum age of a prefetched response, in milliseconds. The stream reports later changes. */
const maxAgeMs = 10_000;

/** Resolves when all prefetched responses have arrived or failed. */
export async function waitForPrefetched(): Promise<void> {
  await Promise.allSettled(window.slipwayPrefetched?.values() ?? []);
}

/** Returns and removes the prefetched response of a request; undefined if there is none, or if it is too old. */
export function takePrefetched(path: string, body: string | FormData | null): Promise<ReceivedResponse> | undefined {
  const key = `${path}${body ?? ''}`;
  const response = window.slipwayPrefetched?.get(key);
  window.slipwayPrefetched?.delete(key);
  return performance.now() < maxAgeMs ? response : undefined;
}

/** Removes all prefetched responses. */
export function clearPrefetched(): void {
  window.slipwayPrefetched?.clear();
}
