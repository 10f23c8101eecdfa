import { type EventTrigger, isEventTrigger, mayChooseTemplate } from '@slipway/domain/triggers';
import type { TriggerRow } from '@slipway/persistence/triggers';
import type { EventResult } from '@slipway/persistence/webhooks';
import { isMistake } from '../triggers/mistakes.ts';
import { collectErrors, type EventContext, type EventProgress, withTimeoutRetries } from './event-context.ts';
import { findFilterReason } from './filter-event.ts';
import { type AcceptedEvent, fireForEvents } from './fire-for-events.ts';
import type { Listener, ReadResult } from './read-event.ts';

/** An event trigger as it listens; null for any other one, and for one whose source is gone. */
export function toListeningTrigger({
  trigger,
  folderPath,
  sourcePath: sourceFolderPath,
  templatePath,
}: TriggerRow): { readonly trigger: EventTrigger; readonly listener: Listener } | null {
  if (!isEventTrigger(trigger) || trigger.eventSource === null) return null;
  const { eventSource: source, eventType: expected } = trigger;
  return {
    trigger,
    listener: { source, from: templatePath ?? folderPath, ownerKind: 'template', place: sourceFolderPath, expected },
  };
}

/** Fires a trigger for those of some received events whose events it wants; of the others it is recorded why not. */
export async function processForTrigger(
  eventContext: EventContext,
  row: TriggerRow,
  receivedEvents: readonly EventProgress[],
): Promise<void> {
  const listeningTrigger = toListeningTrigger(row);
  if (listeningTrigger === null) return;
  const { trigger, listener } = listeningTrigger;
  const accepted: AcceptedEvent[] = [];
  const { context, scripts } = eventContext;
  for (const receivedEvent of receivedEvents) {
    const filter = withTimeoutRetries(context.database, receivedEvent.id, () => trigger.id, scripts.filter);
    const retryingContext = { context, scripts: { ...scripts, filter } };
    await collectErrors(eventContext, trigger.id, receivedEvent, async () => {
      const content = await readAcceptedEvent(retryingContext, trigger, () => receivedEvent.read(listener));
      if (content instanceof Error) accepted.push({ receivedEvent, event: content });
      else if ('event' in content) accepted.push({ receivedEvent, event: content.event });
      else receivedEvent.results.push(toFilteredResult(trigger, content.dropped));
    });
  }
  // each event may name another template
  const batches = mayChooseTemplate(trigger.mappedProperties) ? accepted.map((event) => [event]) : [accepted];
  for (const batch of batches) await fireForEvents(eventContext, trigger, batch);
}

/** The event as a trigger reads it, what is wrong with it or the trigger, or why it does not want it. */
export async function readAcceptedEvent(
  { context, scripts }: Pick<EventContext, 'context' | 'scripts'>,
  trigger: EventTrigger,
  read: () => Promise<ReadResult>,
): Promise<ReadResult | Error> {
  try {
    const content = await read();
    if ('dropped' in content) return content;
    const reason = await findFilterReason(context.database, scripts.filter, trigger, content);
    return reason === null ? content : { dropped: reason };
  } catch (error) {
    if (isMistake(error)) return error;
    throw error;
  }
}

const toFilteredResult = ({ id }: EventTrigger, reason: string): EventResult => ({
  triggerId: id,
  outcome: 'filtered',
  reason,
  run: null,
  releaseId: null,
});
