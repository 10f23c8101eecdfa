import type { Engine } from '@slipway/engine';
import type { Queue } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';
import { type Repeating, repeat } from '@slipway/runtime';

export interface FireTriggersOptions {
  readonly engine: Pick<Engine, 'fireDue' | 'fireTrigger' | 'sendDueTriggers'>;
  readonly queue?: Pick<Queue, 'serve'> | undefined;
  readonly logger: Logger;
  readonly everyMs: number;
}

const atOnce = 4;
/** Where something was due that the queue has not fired, more may be: the next look comes sooner. */
const soonMs = 250;

/**
 * Fires triggers when the queue notifies of their time, and polls for missed ones. Several processes may run it: each
 * time fires once.
 */
export function fireTriggers({ engine, queue, logger, everyMs }: FireTriggersOptions): readonly Repeating[] {
  queue?.serve(
    'fireTrigger',
    async ({ triggerId }) => {
      await engine.fireTrigger(triggerId);
    },
    { concurrency: atOnce },
  );
  const fire = async (): Promise<void> => {
    const { created, refused, failed, skipped } = await engine.fireDue();
    if (created + refused + failed + skipped > 0) looks.within(soonMs);
  };
  const looks: Repeating = repeat(everyMs, fire, (error) =>
    logger.warn({ error }, 'a look for due triggers has failed and will be made again'),
  );
  return [
    looks,
    repeat(everyMs, engine.sendDueTriggers, (error) =>
      logger.warn({ error }, 'could not send the next firings to the queue'),
    ),
  ];
}
