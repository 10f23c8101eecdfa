import type { Client } from './load.ts';

/**
 * Works as many pieces a second for so long, each at its moment or as soon after it as a client is free. Answers how
 * long after its moment each was done, in milliseconds, in rising order.
 */
export async function onTime(clients: readonly Client[], perSecond: number, forMs: number): Promise<readonly number[]> {
  const begun = performance.now();
  const moments = Array.from(
    { length: Math.floor((perSecond * forMs) / 1000) },
    (_, index) => begun + (index * 1000) / perSecond,
  ).values();
  const late: number[] = [];
  const work = async (client: Client) => {
    for (const moment of moments) {
      const early = moment - performance.now();
      if (early > 0) await new Promise((done) => setTimeout(done, early));
      await client();
      late.push(performance.now() - moment);
    }
  };
  await Promise.all(clients.map(work));
  return late.toSorted((one, other) => one - other);
}
