import { startTracing } from '@slipway/tracing';
import type { Metrics } from './metrics.ts';
import type { Process } from './process.ts';

/** The minimum time between two warnings about an unavailable collector. */
const warnEveryMs = 60_000;

/** Starts the tracing of this process, if it is configured. */
export async function startTraces(
  { config: { tracing }, logger, lifecycle }: Process,
  metrics: Pick<Metrics, 'spans'>,
): Promise<void> {
  if (tracing === undefined) return;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const observer = {
    sent: (count: number) => metrics.spans('sent', count),
    lost: (count: number, reason: string) => {
      metrics.spans('dropped', count);
      if (performance.now() - warnedAt < warnEveryMs) return;
      warnedAt = performance.now();
      logger.warn({ count, reason }, 'traces could not be sent and are lost');
    },
  };
  await lifecycle.start(
    'traces',
    () => startTracing({ ...tracing, observer }),
    (traces) => traces.stop(),
  );
}
