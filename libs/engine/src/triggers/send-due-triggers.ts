import { findTriggersDueBefore } from '@slipway/persistence/triggers';
import type { Queue } from '@slipway/queue';
import type { EngineContext } from '../decision/engine-context.ts';

/** What falls due within this is in the queue; it is looked for more often, so that a lost message is sent again. */
const windowMs = 2_500;
const maxMessages = 1_000;

/**
 * Queues messages for triggers that become due, so that they do not wait for the next sweep. Returns the number of
 * messages. The id contains trigger and time, so that messages of several replicas are merged.
 */
export async function sendDueTriggers(
  { database, clock }: Pick<EngineContext, 'database' | 'clock'>,
  queue: Pick<Queue, 'sendMany'> | undefined,
): Promise<number> {
  if (queue === undefined) return 0;
  const due = await findTriggersDueBefore(database, (await clock.now()) + windowMs, maxMessages);
  const messages = due.map(({ id, dueAt }) => ({ data: { triggerId: id }, id: `fire-${id}-${dueAt}`, at: dueAt }));
  return messages.length > 0 && (await queue.sendMany('fireTrigger', messages)) ? messages.length : 0;
}
