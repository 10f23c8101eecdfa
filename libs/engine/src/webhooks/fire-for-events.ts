import { type Event, type EventTrigger, isEventTrigger } from '@slipway/domain/triggers';
import { type Connection, Overloaded, readClock } from '@slipway/persistence/database';
import { findRuns, lockTrigger, type TriggerRun } from '@slipway/persistence/triggers';
import type { EventResult } from '@slipway/persistence/webhooks';
import { settleAll } from '../concurrency/settle-all.ts';
import { unrestrictedSystemCaller } from '../people/person.ts';
import { withRecordedFault } from '../triggers/faults.ts';
import { fire } from '../triggers/fire.ts';
import type { ClaimedTrigger, PendingOccasion } from '../triggers/firing.ts';
import { collectErrors, type EventContext, type EventProgress } from './event-context.ts';

/** A received event for which a trigger fires: its event, or an error of the event or trigger. */
export interface AcceptedEvent {
  readonly receivedEvent: EventProgress;
  readonly event: Event | Error;
}

/**
 * Fires a trigger for several received events in one transaction. If this fails, fires for each event separately, so
 * that a failing event does not affect the others. All events use the same template.
 */
export async function fireForEvents(
  processing: EventContext,
  trigger: EventTrigger,
  accepted: readonly AcceptedEvent[],
): Promise<void> {
  const fireAlone = (acceptedEvent: AcceptedEvent) =>
    collectErrors(processing, trigger.id, acceptedEvent.receivedEvent, () =>
      withRecordedFault((fault) => fireFor(processing, trigger, [acceptedEvent], fault)),
    );
  const [first, ...rest] = accepted;
  if (first === undefined) return;
  if (rest.length === 0) return await fireAlone(first);
  try {
    await fireFor(processing, trigger, accepted, null);
  } catch (error) {
    const giveUp = (acceptedEvent: AcceptedEvent) =>
      collectErrors(processing, trigger.id, acceptedEvent.receivedEvent, () => Promise.reject(error));
    for (const acceptedEvent of accepted)
      await (error instanceof Overloaded ? giveUp(acceptedEvent) : fireAlone(acceptedEvent));
  }
}

async function fireFor(
  { context, onFired }: EventContext,
  trigger: EventTrigger,
  accepted: readonly AcceptedEvent[],
  fault: Error | null,
): Promise<void> {
  const occasions = accepted.map(({ receivedEvent, event }) => {
    const content = event instanceof Error ? { event: null, fault: event } : { event, fault: null };
    const untraced = receivedEvent.traceparent === null;
    return { key: receivedEvent.id, scheduledAt: null, polled: {}, untraced, ...content };
  });
  const claim = (connection: Connection) => claimListeningTrigger(connection, trigger, occasions);
  const causes = accepted.map(({ receivedEvent }) => receivedEvent.traceparent);
  const request = {
    triggerId: trigger.id,
    claim,
    caller: unrestrictedSystemCaller,
    isAutomatic: true,
    key: null,
    causes,
  };
  const batch = await fire(context, request, fault);
  if (batch === null) return;
  for (const firing of batch.firings) onFired(firing);
  const allRuns = [...batch.before, ...batch.firings.map(({ run }) => run)];
  const runs = new Map(allRuns.map((run) => [run.occasion, run]));
  for (const { receivedEvent } of accepted) {
    const run = runs.get(receivedEvent.id);
    if (run !== undefined) receivedEvent.results.push(toEventResult(run));
  }
}

/** Returns null if the trigger does not listen to this source any more. */
async function claimListeningTrigger(
  connection: Connection,
  { id, eventSource }: EventTrigger,
  occasions: readonly PendingOccasion[],
): Promise<ClaimedTrigger | null> {
  const keys = occasions.map(({ key }) => key);
  const [row, now, before] = await settleAll(
    lockTrigger(connection, id),
    readClock(connection),
    findRuns(connection, id, keys),
  );
  const trigger = row?.trigger;
  const isListening = trigger !== undefined && isEventTrigger(trigger) && trigger.eventSource === eventSource;
  if (row === null || !isListening || !trigger.enabled) return null;
  return { row, now, occasions, before, withoutRelease: null, nextFireAt: row.nextFireAt, triggerState: null };
}

const toEventResult = ({ triggerId, outcome, reason, seq, releaseId }: TriggerRun): EventResult => ({
  triggerId,
  outcome,
  reason,
  run: seq,
  releaseId,
});
