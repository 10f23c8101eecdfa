/** Calls that `early.ts` has begun before other scripts were there, by path and body, such as `api/v1/me`. */
export type Begun = Map<string, Promise<Response>>;

declare global {
  interface Window {
    slipwayBegun?: Begun;
  }
}

/** For so long after the navigation an answer is new enough, in milliseconds: what has changed since, the stream tells. */
const newMs = 10_000;

/** Takes what was begun for a path and the body that is sent there, once. */
export function takeBegun(path: string, body: string | FormData | null): Promise<Response> | undefined {
  const call = `${path}${body ?? ''}`;
  const begun = window.slipwayBegun?.get(call);
  window.slipwayBegun?.delete(call);
  return performance.now() < newMs ? begun : undefined;
}

/** Has nobody take what was begun for somebody who turned out not to be logged in. */
export const forgetBegun = (): void => window.slipwayBegun?.clear();
