/** What a round of work came to. */
export interface Round {
  /** each piece's duration, in rising order */
  readonly durationsMs: readonly number[];
  readonly perSecond: number;
}

/** Works one piece; false when there is nothing left to do. */
export type Client = () => Promise<boolean>;

/**
 * Runs all clients at once, each one item after the other, until no items are left or the time is over. It is a closed
 * loop, so latency and rate describe the same property of the server.
 */
export async function measure(clients: readonly Client[], atMostMs: number): Promise<Round> {
  const durationsMs: number[] = [];
  const begun = performance.now();
  const work = async (client: Client) => {
    for (let start = performance.now(); start - begun < atMostMs; ) {
      if (!(await client())) return;
      const end = performance.now();
      durationsMs.push(end - start);
      start = end;
    }
  };
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - begun) / 1000;
  return { durationsMs: durationsMs.toSorted((one, other) => one - other), perSecond: durationsMs.length / seconds };
}

/** The value below which the given share of the sorted values is. */
export const quantile = (rising: readonly number[], share: number): number =>
  rising[Math.min(rising.length - 1, Math.floor(rising.length * share))] ?? Number.NaN;

/** The middle one of the values. */
export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
