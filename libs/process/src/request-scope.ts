import { AsyncLocalStorage } from 'node:async_hooks';

/** Ends one request with a server error, independent of its state. */
export type Fail = () => void;

const scope = new AsyncLocalStorage<Fail>();

/** Runs the work of one request: an uncaught error in it, or in work that it starts, calls `fail`. */
export const inScope = (fail: Fail, work: () => void): void => scope.run(fail, work);

/** Fails the request of the current work. Returns false outside a request. */
export function failRequest(): boolean {
  const fail = scope.getStore();
  fail?.();
  return fail !== undefined;
}
