import { createHealth, type Health } from './health.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startProbes } from './probes.ts';
import type { Process } from './process.ts';

/** What is told of a process from its first moment on. */
export interface Management {
  readonly health: Health;
  readonly metrics: Metrics;
  /** where it is told; null where the process tells it on the port on which it serves */
  readonly address: string | null;
  /**
   * The start is over: from now on the checks say whether the process is ready. When it is to stop it is not any more, at
   * once, and `drain` is called.
   */
  started(drain?: () => void): Promise<void>;
}

/**
 * Answers probes and metrics on MANAGEMENT_PORT where that is set, before anything else is begun: such a process lives, and is
 * not ready. Throws `CannotStart` when the port cannot be had.
 */
export async function startManagement({ config, lifecycle }: Process): Promise<Management> {
  const { host, managementPort: port } = config;
  const health = createHealth();
  const metrics = createMetrics();
  const begun = health.waitFor('start');
  const place = port === undefined ? null : { host, port, variable: 'MANAGEMENT_PORT' };
  const probes = await lifecycle.start(
    'management',
    () => place && startProbes({ place, health, metrics }),
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
      begun();
    },
  };
}
