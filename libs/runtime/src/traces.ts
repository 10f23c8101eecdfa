import { startTracing } from '@slipway/tracing';
import type { Metrics } from './metrics.ts';
import type { Process } from './process.ts';

/** A collector that is away is complained of so often. */
const complainEveryMs = 60_000;

/** Has this process make traces, where the operator wants them, for as long as it lives. */
export async function startTraces(
  { config: { tracing }, logger, lifecycle }: Process,
  metrics: Pick<Metrics, 'spans'>,
): Promise<void> {
  if (tracing === undefined) return;
  let complained = Number.NEGATIVE_INFINITY;
  const told = {
    sent: (count: number) => metrics.spans('sent', count),
    lost: (count: number, reason: string) => {
      metrics.spans('lost', count);
      if (performance.now() - complained < complainEveryMs) return;
      complained = performance.now();
      logger.warn({ count, reason }, 'traces could not be sent and are lost');
    },
  };
  await lifecycle.start(
    'traces',
    () => startTracing({ ...tracing, told }),
    (traces) => traces.stop(),
  );
}
