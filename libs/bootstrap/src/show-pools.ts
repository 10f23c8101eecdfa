import type { OpenEngine } from '@slipway/engine';
import type { PoolLoad } from '@slipway/persistence';
import type { Metrics } from '@slipway/runtime';

/** Adds metrics that show whether the pools of this process are large enough. */
export function showPools(metrics: Metrics, { database, queue }: Pick<OpenEngine, 'database' | 'queue'>): void {
  showPool(metrics, 'slipway_database_pool', 'to the database', database.load);
  if (queue.load() !== null) showPool(metrics, 'slipway_queue_pool', 'of the queue to PostgreSQL', queue.load);
}

function showPool(metrics: Metrics, name: string, which: string, load: () => PoolLoad | null): void {
  const show = (figure: keyof PoolLoad, suffix: string, help: string) =>
    metrics.gauge({ name: `${name}_${suffix}`, help }, async () => load()?.[figure] ?? Number.NaN);
  show('size', 'size', `Maximum number of connections ${which}`);
  show('inUse', 'in_use', `Used connections ${which}`);
  show('waiting', 'waiting', `Queries that wait for a connection ${which}`);
}
