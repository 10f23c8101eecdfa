import type { Instant } from '@slipway/domain/model';
import { createClock, queueWeeklyMails } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { type Logger, type RepeatedTask, repeat } from '@slipway/process';

interface WeeklyMailOptions {
  readonly database: Database;
  readonly logger: Logger;
  /** the present time of a test */
  readonly now?: () => Promise<Instant>;
  readonly intervalMs?: number;
}

/** Writes the events of due weekly mails of dashboards. Several processes can run this. */
export function startWeeklyMails({
  database,
  logger,
  now = createClock(database).now,
  intervalMs = 10_000,
}: WeeklyMailOptions): RepeatedTask {
  const polling: RepeatedTask = repeat(
    intervalMs,
    async () => {
      if ((await queueWeeklyMails(database, await now())) > 0) polling.now();
    },
    (error) => logger.warn({ error }, 'could not queue the weekly mails of dashboards; will retry'),
  );
  return polling;
}
