/** Calls that `early.ts` has begun before other scripts were there, by path and body, such as `api/v1/me`. */
export type Begun = Map<string, Promise<Response>>;

declare global {
  interface Window {
    slipwayBegun?: Begun;
  }
}

/** The maximum age of a prefetched response, in milliseconds: the stream reports later changes. */
const newMs = 10_000;

/** Takes what was begun for a path and the body that is sent there, once. */
export function takeBegun(path: string, body: string | FormData | null): Promise<Response> | undefined {
  const call = `${path}${body ?? ''}`;
  const begun = window.slipwayBegun?.get(call);
  window.slipwayBegun?.delete(call);
  return performance.now() < newMs ? begun : undefined;
}

/** Drops prefetched responses if no user is logged in. */
export const forgetBegun = (): void => window.slipwayBegun?.clear();
