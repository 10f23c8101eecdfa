import type { Client } from './load.ts';

/**
 * Works as many pieces a second for so long, each at its moment or as soon after it as a client is free. Answers how
 * long after its moment each was done, in milliseconds, in rising order.
 */
export async function runOnSchedule(
  clients: readonly Client[],
  perSecond: number,
  durationMs: number,
): Promise<readonly number[]> {
  const startedAt = performance.now();
  const scheduledTimes = Array.from(
    { length: Math.floor((perSecond * durationMs) / 1000) },
    (_, index) => startedAt + (index * 1000) / perSecond,
  ).values();
  const latenessMs: number[] = [];
  const work = async (client: Client) => {
    for (const scheduledAt of scheduledTimes) {
      const waitMs = scheduledAt - performance.now();
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
      await client();
      latenessMs.push(performance.now() - scheduledAt);
    }
  };
  await Promise.all(clients.map(work));
  return latenessMs.toSorted((a, b) => a - b);
}
