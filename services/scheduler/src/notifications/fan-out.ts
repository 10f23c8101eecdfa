import { fanOut, fanOutBatch } from '@slipway/engine';
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
 * Creates the deliveries of events each second, and more often while there are more events than a transaction
 * processes. Several processes can run this.
 */
export function startFanOut({ database, logger, zone, intervalMs = 1_000 }: FanOutOptions): RepeatedTask {
  const polling: RepeatedTask = repeat(
    intervalMs,
    async () => {
      if ((await fanOut(database, zone)) >= fanOutBatch) polling.now();
    },
    (error) => logger.warn({ error }, 'could not create the deliveries of events; will retry'),
  );
  return polling;
}
