import type { Engine } from '@slipway/engine';
import type { Logger } from '@slipway/process';
import { type RepeatedTask, repeat } from '@slipway/process';
import type { Queue } from '@slipway/queue';

export interface FireTriggersOptions {
  readonly engine: Pick<Engine, 'fireDue' | 'fireTrigger' | 'sendDueTriggers'>;
  readonly queue?: Pick<Queue, 'serve'> | undefined;
  readonly logger: Logger;
  readonly intervalMs: number;
}

const fireConcurrency = 4;
/** Where something was due that the queue has not fired, more may be: the next look comes sooner. */
const retryDelayMs = 250;

/**
 * Fires triggers when the queue notifies of their time, and polls for missed ones. Several processes may run it: each
 * time fires once.
 */
export function fireTriggers({ engine, queue, logger, intervalMs }: FireTriggersOptions): readonly RepeatedTask[] {
  queue?.serve(
    'fireTrigger',
    async ({ triggerId }) => {
      await engine.fireTrigger(triggerId);
    },
    { concurrency: fireConcurrency },
  );
  const fireDue = async (): Promise<void> => {
    const { created, refused, failed, skipped } = await engine.fireDue();
    if (created + refused + failed + skipped > 0) polling.within(retryDelayMs);
  };
  const polling: RepeatedTask = repeat(intervalMs, fireDue, (error) =>
    logger.warn({ error }, 'a look for due triggers has failed and will be made again'),
  );
  return [
    polling,
    repeat(intervalMs, engine.sendDueTriggers, (error) =>
      logger.warn({ error }, 'could not send the next firings to the queue'),
    ),
  ];
}
