import type { Engine } from '@slipway/engine';
import type { Logger, RepeatedTask } from '@slipway/process';
import type { Queue } from '@slipway/queue';
import type { Repeat } from '../due/due-watch.ts';

export interface FireTriggersOptions {
  readonly engine: Pick<Engine, 'fireDue' | 'fireTrigger' | 'sendDueTriggers'>;
  readonly queue?: Pick<Queue, 'serve'> | undefined;
  readonly logger: Logger;
  readonly intervalMs: number;
  readonly repeat: Repeat;
}

const fireConcurrency = 4;
/** The delay of the next poll after one that found a due trigger. Then the queue has missed it, and more may be due. */
const retryDelayMs = 250;

/**
 * Fires triggers when the queue delivers their messages, and polls for missed ones. Several processes can run this:
 * each due time fires once.
 */
export function fireTriggers({
  engine,
  queue,
  logger,
  intervalMs,
  repeat,
}: FireTriggersOptions): readonly RepeatedTask[] {
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
    logger.warn({ error }, 'could not find due triggers; will retry'),
  );
  return [
    polling,
    repeat(intervalMs, engine.sendDueTriggers, (error) =>
      logger.warn({ error }, 'could not send the next firings to the queue'),
    ),
  ];
}
