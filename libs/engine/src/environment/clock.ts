import { singleFlight } from '@slipway/concurrency';
import type { Instant } from '@slipway/domain/model';
import { type Database, readClock } from '@slipway/persistence/database';

/** Returns the current time of the database. */
export interface Clock {
  now(): Promise<Instant>;
  /** The time by the last measurement, without waiting for a new one; null before the first measurement. */
  estimate(): Instant | null;
}

const refreshMs = 10_000;

/**
 * The time of the database, because processes on several machines decide on one release. A read costs a round trip, so
 * the offset to the monotonic clock of the process is measured every ten seconds, in the background. A wrong or
 * jumping wall clock of this machine has no effect.
 */
export function createClock(database: Database): Clock {
  let offset: number | null = null;
  let measuredAt = 0;
  const measure = singleFlight(async () => {
    const before = performance.now();
    const databaseTime = await readClock(database);
    const after = performance.now();
    offset = databaseTime - (before + after) / 2;
    measuredAt = after;
  });
  const estimate = (): Instant | null => (offset === null ? null : Math.floor(performance.now() + offset));
  return {
    now: async () => {
      if (offset === null) await measure();
      else if (performance.now() - measuredAt > refreshMs) measure().catch(() => {});
      return estimate() ?? Number.NaN;
    },
    estimate,
  };
}
