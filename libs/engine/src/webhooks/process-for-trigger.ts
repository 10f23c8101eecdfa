import { choosesTemplate, type EventTrigger, isEventTrigger } from '@slipway/domain';
import type { EventResult, TriggerRow } from '@slipway/persistence';
import { isMistake } from '../triggers/mistakes.ts';
import type { EventContext } from './event-context.ts';
import { type EventProgress, keepingErrors } from './event-progress.ts';
import { filterReason } from './filter-event.ts';
import { fireForEvents, type WantedEvent } from './fire-for-events.ts';
import type { Listener, ReadResult } from './read-event.ts';
import { retryingTimeouts } from './retry-timeouts.ts';

/** An event trigger as it listens; null for any other one, and for one whose source is gone. */
export function listeningOf({
  trigger,
  folderPath,
  sourcePath: place,
  templatePath,
}: TriggerRow): { readonly trigger: EventTrigger; readonly listener: Listener } | null {
  if (!isEventTrigger(trigger) || trigger.eventSource === null) return null;
  const { eventSource: source, eventType: expected } = trigger;
  return { trigger, listener: { source, from: templatePath ?? folderPath, whose: 'template', place, expected } };
}

/** Fires a trigger for those of some received events whose events it wants; of the others it is recorded why not. */
export async function processForTrigger(
  processing: EventContext,
  row: TriggerRow,
  receivedEvents: readonly EventProgress[],
): Promise<void> {
  const listening = listeningOf(row);
  if (listening === null) return;
  const { trigger, listener } = listening;
  const wanted: WantedEvent[] = [];
  const { context, scripts } = processing;
  for (const receivedEvent of receivedEvents) {
    const filter = retryingTimeouts(context.database, receivedEvent.id, () => trigger.id, scripts.filter);
    const patient = { context, scripts: { ...scripts, filter } };
    await keepingErrors(processing, trigger.id, receivedEvent, async () => {
      const found = await wantedEvent(patient, trigger, () => receivedEvent.read(listener));
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
export async function wantedEvent(
  { context, scripts }: Pick<EventContext, 'context' | 'scripts'>,
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
