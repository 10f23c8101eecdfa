import { AsyncLocalStorage } from 'node:async_hooks';

/** Ends one request with the answer that the server failed, whatever became of it so far. */
export type Fail = () => void;

const scope = new AsyncLocalStorage<Fail>();

/** Runs the work of one request: an error that nobody catches, there or in what it begins, is told to `fail`. */
export const inScope = (fail: Fail, work: () => void): void => scope.run(fail, work);

/** Fails the request in whose work the caller finds itself; false where it is in none. */
export function failRequest(): boolean {
  const fail = scope.getStore();
  fail?.();
  return fail !== undefined;
}
