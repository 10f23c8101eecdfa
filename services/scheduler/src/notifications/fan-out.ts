import { fanOut, fanOutBatch } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { type Logger, type RepeatedTask, repeat } from '@slipway/process';
import type { Repeat } from '../due/due-watch.ts';

interface FanOutOptions {
  readonly database: Database;
  readonly logger: Logger;
  /** the time zone of users who have not chosen one */
  readonly zone: string;
  readonly intervalMs?: number;
  /** repeats the search; by default at the interval */
  readonly repeat?: Repeat;
  /** called after deliveries were created */
  readonly onCreated?: () => void;
}

/** Each transaction then has many events, because it costs as much as some dozens of them. */
const busyIntervalMs = 500;

/**
 * Creates the deliveries of events each second, and earlier after a transaction that found some. Several processes can
 * run this.
 */
export function startFanOut({
  database,
  logger,
  zone,
  intervalMs = 1_000,
  repeat: repeatSearch = repeat,
  onCreated = () => {},
}: FanOutOptions): RepeatedTask {
  const polling: RepeatedTask = repeatSearch(
    intervalMs,
    async () => {
      const count = await fanOut(database, zone);
      if (count > 0) onCreated();
      if (count >= fanOutBatch) polling.now();
      else if (count > 0) polling.within(busyIntervalMs);
    },
    (error) => logger.warn({ error }, 'could not create the deliveries of events; will retry'),
  );
  return polling;
}
