import { createHealth, type Health } from './health.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startProbes } from './probes.ts';
import type { Process } from './process.ts';

/** The probes and metrics of a process from its start on. */
export interface Management {
  readonly health: Health;
  readonly metrics: Metrics;
  /** The address of the probes; null if they are on the port of the service. */
  readonly address: string | null;
  /**
   * The start is complete: from now on the checks determine readiness. A stop makes the process unready at once, and
   * calls `drain`.
   */
  started(drain?: () => void): Promise<void>;
}

/**
 * Answers probes and metrics on MANAGEMENT_PORT where that is set, before anything else is begun: such a process lives, and is
 * not ready. Throws `StartupError` when the port cannot be had.
 */
export async function startManagement({ config, lifecycle }: Process): Promise<Management> {
  const { host, managementPort: port } = config;
  const health = createHealth();
  const metrics = createMetrics();
  const markStarted = health.waitFor('start');
  const hostPort = port === undefined ? null : { host, port, variable: 'MANAGEMENT_PORT' };
  const probes = await lifecycle.start(
    'management',
    () => hostPort && startProbes({ hostPort, health, metrics }),
    (listening) => listening?.stop(),
  );
  return {
    health,
    metrics,
    address: probes?.address ?? null,
    started: async (drain = () => {}) => {
      await lifecycle.start('readiness', () => health, {
        end: () => health.drain(),
        drain: () => {
          health.drain();
          drain();
        },
      });
      markStarted();
    },
  };
}
