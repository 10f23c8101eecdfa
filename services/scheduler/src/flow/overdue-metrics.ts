import type { Database } from '@slipway/persistence/database';
import { type OverdueStats, readOverdue } from '@slipway/persistence/flow';
import { readOverdueTriggers } from '@slipway/persistence/triggers';
import type { Metrics } from '@slipway/process';
import type { Queue } from '@slipway/queue';

/** One query serves all gauges of a scrape, and all scrapes of one second. */
const cacheMs = 1_000;

/**
 * Adds metrics for the timeliness of background work: overdue releases and their delay, the queue, and waits for
 * connections.
 */
export function registerOverdueMetrics(metrics: Metrics, database: Database, queue: Pick<Queue, 'health'>): void {
  const readOverdueWork = async (): Promise<OverdueStats> => {
    const [releases, triggers] = await Promise.all([readOverdue(database), readOverdueTriggers(database)]);
    const oldestSeconds = Math.max(releases.oldestSeconds, triggers.oldestSeconds);
    return { count: releases.count + triggers.count, oldestSeconds };
  };
  let cached: Promise<OverdueStats> | null = null;
  let cachedAt = 0;
  const overdue = (): Promise<OverdueStats> => {
    if (cached === null || performance.now() - cachedAt > cacheMs) {
      cached = readOverdueWork();
      cachedAt = performance.now();
    }
    return cached;
  };
  metrics.gauge(
    { name: 'slipway_overdue_timers', help: 'Releases and triggers that have been due for more than two seconds' },
    async () => (await overdue()).count,
  );
  metrics.gauge(
    {
      name: 'slipway_oldest_overdue_seconds',
      help: 'Time since the due time of the oldest overdue release or trigger',
    },
    async () => (await overdue()).oldestSeconds,
  );
  metrics.gauge(
    { name: 'slipway_queue_up', help: '1 if the queue is available, 0 if only the sweep wakes releases' },
    async () => ((await queue.health()) === 'ok' ? 1 : 0),
  );
}
