import type { Client } from './load.ts';

/**
 * Processes `perSecond` items each second for `durationMs`. Each item starts at its scheduled time, or as soon as a
 * client is free. Returns the delay between the scheduled time and the end of each item, in milliseconds, in ascending
 * order.
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
