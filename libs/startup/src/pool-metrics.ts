import type { OpenEngine } from '@slipway/engine';
import type { PoolLoad } from '@slipway/persistence/database';
import type { Metrics } from '@slipway/process';

/** Adds metrics that show whether the pools of this process are large enough. */
export function addPoolMetrics(metrics: Metrics, { database, queue }: Pick<OpenEngine, 'database' | 'queue'>): void {
  addPoolMetric(metrics, 'slipway_database_pool', 'to the database', database.load);
  if (queue.load() !== null) addPoolMetric(metrics, 'slipway_queue_pool', 'of the queue to PostgreSQL', queue.load);
}

function addPoolMetric(metrics: Metrics, name: string, subject: string, load: () => PoolLoad | null): void {
  const addGauge = (figure: keyof PoolLoad, suffix: string, help: string) =>
    metrics.gauge({ name: `${name}_${suffix}`, help }, async () => load()?.[figure] ?? Number.NaN);
  addGauge('size', 'size', `Maximum number of connections ${subject}`);
  addGauge('inUse', 'in_use', `Used connections ${subject}`);
  addGauge('waiting', 'waiting', `Queries that wait for a connection ${subject}`);
}
