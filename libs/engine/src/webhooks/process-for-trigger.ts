import { choosesTemplate, type EventTrigger } from '@slipway/domain';
import type { DeliveryResult, TriggerRow } from '@slipway/persistence';
import { isMistake } from '../triggers/mistakes.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { type DeliveryProgress, keepingErrors } from './delivery-progress.ts';
import { filterReason } from './filter-event.ts';
import { fireForDeliveries, type WantedDelivery } from './fire-for-deliveries.ts';
import type { Listener, ReadResult } from './read-event.ts';

/** Fires a trigger for those of some deliveries whose events it wants; of the others it is recorded why not. */
export async function processForTrigger(
  processing: DeliveryContext,
  { trigger, folderPath, sourcePath: place, templatePath }: TriggerRow,
  deliveries: readonly DeliveryProgress[],
): Promise<void> {
  if (trigger.type !== 'events.EventBasedTrigger' || trigger.eventSource === null) return;
  const listener: Listener = {
    source: trigger.eventSource,
    from: templatePath ?? folderPath,
    whose: 'template',
    place,
    expected: trigger.eventType,
  };
  const wanted: WantedDelivery[] = [];
  for (const delivery of deliveries) {
    await keepingErrors(processing, trigger.id, delivery, async () => {
      const found = await wantedEvent(processing, trigger, () => delivery.read(listener));
      if (found instanceof Error) wanted.push({ delivery, event: found });
      else if ('event' in found) wanted.push({ delivery, event: found.event });
      else delivery.results.push(filtered(trigger, found.dropped));
    });
  }
  // each event may name another template
  const batches = choosesTemplate(trigger.mappedProperties) ? wanted.map((one) => [one]) : [wanted];
  for (const batch of batches) await fireForDeliveries(processing, trigger, batch);
}

/** The event as a trigger reads it, what is wrong with it or the trigger, or why it does not want it. */
async function wantedEvent(
  { context, scripts }: DeliveryContext,
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

const filtered = ({ id }: EventTrigger, reason: string): DeliveryResult => ({
  triggerId: id,
  outcome: 'filtered',
  reason,
  run: null,
  releaseId: null,
});
