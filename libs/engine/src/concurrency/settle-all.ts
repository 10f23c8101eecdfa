/**
 * Waits for all of them, and then throws the first error. Otherwise, work could continue on a connection whose
 * transaction has ended.
 */
export async function settleAll<T extends readonly Promise<unknown>[]>(...all: T) {
  await Promise.allSettled(all);
  return await Promise.all(all);
}
