/** The responses to the requests of `prefetch-first-view.ts`, by path and body. */
export type PrefetchedResponses = Map<string, Promise<Response>>;

declare global {
  interface Window {
    slipwayPrefetched?: PrefetchedResponses;
  }
}

/** The maximum age of a prefetched response, in milliseconds. The stream reports later changes. */
const maxAgeMs = 10_000;

/** Ends a response that nothing reads. A browser keeps its connection until its body is read or canceled. */
function cancel(response: Promise<Response> | undefined): void {
  response?.then(({ body }) => body?.cancel()).catch(() => {});
}

/** Returns and removes the prefetched response of a request; undefined if there is none, or if it is too old. */
export function takePrefetched(path: string, body: string | FormData | null): Promise<Response> | undefined {
  const key = `${path}${body ?? ''}`;
  const response = window.slipwayPrefetched?.get(key);
  window.slipwayPrefetched?.delete(key);
  if (performance.now() < maxAgeMs) return response;
  cancel(response);
  return undefined;
}

/** Removes all prefetched responses. */
export function clearPrefetched(): void {
  window.slipwayPrefetched?.forEach(cancel);
  window.slipwayPrefetched?.clear();
}
