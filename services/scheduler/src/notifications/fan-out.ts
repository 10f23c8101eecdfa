import { fanOut } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { type Logger, type RepeatedTask, repeat } from '@slipway/process';

interface FanOutOptions {
  readonly database: Database;
  readonly logger: Logger;
  /** the time zone of users who have not chosen one */
  readonly zone: string;
  readonly intervalMs?: number;
}

/**
 * Creates the deliveries of events each second, and again at once after a transaction that found some, because it
 * processes a limited number. Several processes can run this.
 */
export function startFanOut({ database, logger, zone, intervalMs = 1_000 }: FanOutOptions): RepeatedTask {
  const polling: RepeatedTask = repeat(
    intervalMs,
    async () => {
      if ((await fanOut(database, zone)) > 0) polling.now();
    },
    (error) => logger.warn({ error }, 'could not create the deliveries of events; will retry'),
  );
  return polling;
}
