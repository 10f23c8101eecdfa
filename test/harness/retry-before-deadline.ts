/**
 * Runs work that has to end before a time in the near future, and returns its result. If the machine was too slow, all
 * of it is repeated for a time four times as far away.
 */
export async function retryBeforeDeadline<T>(work: (deadline: number) => Promise<T>, ms = 1_000): Promise<T> {
  const deadline = Date.now() + ms;
  try {
    const result = await work(deadline);
    if (Date.now() < deadline) return result;
  } catch (error) {
    if (Date.now() < deadline) throw error;
  }
  return await retryBeforeDeadline(work, 4 * ms);
}
