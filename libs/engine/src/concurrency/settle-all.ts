/**
 * Waits for all of them, and then throws the first error. Otherwise, work could continue on a connection whose
 * transaction has ended.
 */
export async function settleAll<T extends readonly Promise<unknown>[]>(...promises: T) {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}
