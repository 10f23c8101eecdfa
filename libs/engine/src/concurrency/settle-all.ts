/**
 * Waits for all of them, also where one fails, and fails as that one: what goes on after the others would ask over a
 * connection whose transaction is over by then.
 */
export async function settleAll<T extends readonly Promise<unknown>[]>(...all: T) {
  await Promise.allSettled(all);
  return await Promise.all(all);
}
