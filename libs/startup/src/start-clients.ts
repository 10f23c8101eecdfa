import { createEgress, type Egress } from '@slipway/outbound-http';
import { type Database, openReplica, type Replica } from '@slipway/persistence/database';
import type { Metrics, Process } from '@slipway/process';
import { createRunnerClient, limitsWith, observeRunner, type RunnerClient } from '@slipway/script-protocol';
import { parseUrls } from '@slipway/server-addresses/addresses';
import { sshProtocol } from '@slipway/ssh-host';

/**
 * Returns the client of SCRIPT_RUNNER_URL; undefined without that setting, in which case scripts wait for another
 * process.
 */
export async function startRunnerClient(
  { config, lifecycle }: Pick<Process, 'config' | 'lifecycle'>,
  metrics: Metrics,
): Promise<RunnerClient | undefined> {
  const { scriptRunnerUrl: url, scriptRunnerSecret: secret } = config;
  if (url === undefined || secret === undefined) return undefined;
  return await lifecycle.start(
    'script runner client',
    () => observeRunner(createRunnerClient({ url, secret, limits: limitsWith(config.webhookScriptMs) }), metrics),
    (client) => client.stop(),
  );
}

/**
 * Creates the outgoing HTTP of scripts in this process, with the limits of the operator. `ownUrls` returns the URLs of
 * the product's services, which are blocked.
 */
export async function startEgress(
  { config, lifecycle }: Process,
  metrics: Metrics,
  ownUrls: () => readonly (string | null | undefined)[],
): Promise<Egress> {
  const policy = {
    allow: config.scriptHttpAllow,
    deny: config.scriptHttpDeny,
    trace: config.scriptHttpTrace,
    timeoutMs: config.scriptHttpTimeoutMs,
    allowUnverified: config.scriptHttpAllowUnverified,
    own: () => ownUrls().flatMap((address) => parseUrls(address ?? '')?.map(({ href }) => href) ?? []),
  };
  const egress = await lifecycle.start(
    'egress',
    () => createEgress(policy, { observer: metrics, protocols: { 'ssh:': sshProtocol } }),
    (started) => started.stop(),
  );
  metrics.gauge(
    { name: 'slipway_script_egress_requests_active', help: 'Active HTTP requests of scripts' },
    async () => egress.load.underWay,
  );
  metrics.gauge(
    { name: 'slipway_script_egress_requests_waiting', help: 'HTTP requests of scripts that wait for a free slot' },
    async () => egress.load.waiting,
  );
  return egress;
}

/** Opens the replica for searches and other reads, if one is configured. */
export async function startReplica(
  { config, logger, lifecycle }: Process,
  primary: Database,
  metrics: Pick<Metrics, 'gauge'>,
): Promise<Replica | undefined> {
  const { databaseReadUrl: url, databaseReadLagMs: maxLagMs, databaseConnections: connections } = config;
  if (url === undefined) return undefined;
  const replica = await lifecycle.start(
    'replica',
    () => openReplica({ url, primary, maxLagMs, connections, warn: logger.warn.bind(logger) }),
    (opened) => opened.stop(),
  );
  const help = 'Maximum lag of the read replica; NaN while reads use the primary';
  metrics.gauge({ name: 'slipway_read_lag_seconds', help }, async () => {
    const lag = replica.lag();
    return lag === null ? Number.NaN : lag / 1_000;
  });
  return replica;
}
