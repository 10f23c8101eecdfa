import { type Database, openReplica, type Replica } from '@slipway/persistence/database';
import type { Metrics, Process } from '@slipway/process';

/** Opens the replica for searches and other reads, if one is configured. */
export async function startReplica(
  { config, logger, lifecycle }: Process,
  primary: Database,
  metrics: Pick<Metrics, 'gauge'>,
): Promise<Replica | undefined> {
  const { databaseReadUrl: url, databaseReadLagMs: boundMs, databaseConnections: connections } = config;
  if (url === undefined) return undefined;
  const replica = await lifecycle.start(
    'replica',
    () => openReplica({ url, primary, maxLagMs: boundMs, connections, warn: logger.warn.bind(logger) }),
    (opened) => opened.stop(),
  );
  const help = 'Maximum lag of the read replica; NaN while reads use the primary';
  metrics.gauge({ name: 'slipway_read_lag_seconds', help }, async () => {
    const lag = replica.lag();
    return lag === null ? Number.NaN : lag / 1_000;
  });
  return replica;
}
