import { choosesTemplate, type EventTrigger, isEventTrigger } from '@slipway/domain';
import type { EventResult, TriggerRow } from '@slipway/persistence';
import { isMistake } from '../triggers/mistakes.ts';
import type { EventContext } from './event-context.ts';
import { type EventProgress, keepingErrors } from './event-progress.ts';
import { filterReason } from './filter-event.ts';
import { fireForEvents, type WantedEvent } from './fire-for-events.ts';
import type { Listener, ReadResult } from './read-event.ts';

/** Fires a trigger for those of some received events whose events it wants; of the others it is recorded why not. */
export async function processForTrigger(
  processing: EventContext,
  { trigger, folderPath, sourcePath: place, templatePath }: TriggerRow,
  receivedEvents: readonly EventProgress[],
): Promise<void> {
  if (!isEventTrigger(trigger) || trigger.eventSource === null) return;
  const listener: Listener = {
    source: trigger.eventSource,
    from: templatePath ?? folderPath,
    whose: 'template',
    place,
    expected: trigger.eventType,
  };
  const wanted: WantedEvent[] = [];
  for (const receivedEvent of receivedEvents) {
    await keepingErrors(processing, trigger.id, receivedEvent, async () => {
      const found = await wantedEvent(processing, trigger, () => receivedEvent.read(listener));
      if (found instanceof Error) wanted.push({ receivedEvent, event: found });
      else if ('event' in found) wanted.push({ receivedEvent, event: found.event });
      else receivedEvent.results.push(filtered(trigger, found.dropped));
    });
  }
  // each event may name another template
  const batches = choosesTemplate(trigger.mappedProperties) ? wanted.map((one) => [one]) : [wanted];
  for (const batch of batches) await fireForEvents(processing, trigger, batch);
}

/** The event as a trigger reads it, what is wrong with it or the trigger, or why it does not want it. */
async function wantedEvent(
  { context, scripts }: EventContext,
  trigger: EventTrigger,
  read: () => Promise<ReadResult>,
): Promise<ReadResult | Error> {
  try {
    const found = await read();
    if ('dropped' in found) return found;
    const reason = await filterReason(context.database, scripts.filter, trigger, found);
    return reason === null ? found : { dropped: reason };
  } catch (error) {
    if (isMistake(error)) return error;
    throw error;
  }
}

const filtered = ({ id }: EventTrigger, reason: string): EventResult => ({
  triggerId: id,
  outcome: 'filtered',
  reason,
  run: null,
  releaseId: null,
});
