import { type Database, openReplica, type Replica } from '@slipway/persistence';
import type { Metrics, Process } from '@slipway/runtime';

/** The replica that searches and the like are answered from, where the operator has one. */
export async function startReplica(
  { config, logger, lifecycle }: Process,
  primary: Database,
  metrics: Pick<Metrics, 'gauge'>,
): Promise<Replica | undefined> {
  const { databaseReadUrl: url, databaseReadLagMs: boundMs, databaseConnections: connections } = config;
  if (url === undefined) return undefined;
  const replica = await lifecycle.start(
    'replica',
    () => openReplica({ url, primary, boundMs, connections, warn: logger.warn.bind(logger) }),
    (opened) => opened.stop(),
  );
  const help = 'How far the replica may be behind that is read from; NaN while the primary is';
  metrics.gauge({ name: 'slipway_read_lag_seconds', help }, async () => {
    const lag = replica.lag();
    return lag === null ? Number.NaN : lag / 1_000;
  });
  return replica;
}
