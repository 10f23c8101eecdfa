/** The result of a round of work. */
export interface Round {
  /** the duration of each item, in ascending order */
  readonly durationsMs: readonly number[];
  readonly perSecond: number;
}

/** Processes one item. Returns false when no items are left. */
export type Client = () => Promise<boolean>;

/**
 * Runs all clients at once, each one item after the other, until no items are left or the time is over. It is a closed
 * loop, so latency and rate describe the same property of the server.
 */
export async function measure(clients: readonly Client[], timeoutMs: number): Promise<Round> {
  const durationsMs: number[] = [];
  const startedAt = performance.now();
  const work = async (client: Client) => {
    for (let start = performance.now(); start - startedAt < timeoutMs; ) {
      if (!(await client())) return;
      const end = performance.now();
      durationsMs.push(end - start);
      start = end;
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - startedAt) / 1000;
  return { durationsMs: durationsMs.toSorted((a, b) => a - b), perSecond: durationsMs.length / seconds };
}

/** The value below which the given share of the sorted values is. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Returns the median of the values. */
export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
