import { triggersDueBefore } from '@slipway/persistence';
import type { Queue } from '@slipway/queue';
import type { EngineContext } from '../decision/context.ts';

/** What falls due within this is in the queue; it is looked for more often, so that a lost message is sent again. */
const windowMs = 2_500;
const most = 1_000;

/**
 * Has the queue say at their moment that triggers fall due, so that they do not wait for the next look; answers how
 * many messages were sent. The id names trigger and time, so that what several replicas send is one message.
 */
export async function sendDueTriggers(
  { database, clock }: Pick<EngineContext, 'database' | 'clock'>,
  queue: Pick<Queue, 'sendMany'> | undefined,
): Promise<number> {
  if (queue === undefined) return 0;
  const due = await triggersDueBefore(database, (await clock.now()) + windowMs, most);
  const messages = due.map(({ id, dueAt }) => ({ data: { triggerId: id }, id: `fire-${id}-${dueAt}`, at: dueAt }));
  return messages.length > 0 && (await queue.sendMany('fireTrigger', messages)) ? messages.length : 0;
}
