import { type Event, type EventTrigger, isEventTrigger } from '@slipway/domain';
import {
  type Connection,
  type EventResult,
  findRuns,
  lockTrigger,
  Overloaded,
  readClock,
  type TriggerRun,
} from '@slipway/persistence';
import { settleAll } from '../concurrency/settle-all.ts';
import { systemThere } from '../people/caller.ts';
import { fire } from '../triggers/fire.ts';
import type { ClaimedTrigger, PendingOccasion } from '../triggers/firing.ts';
import { recordingMistakes } from '../triggers/mistakes.ts';
import type { EventContext } from './event-context.ts';
import { type EventProgress, keepingErrors } from './event-progress.ts';

/** A received event for which a trigger fires: its event, or what is wrong with it or the trigger. */
export interface WantedEvent {
  readonly receivedEvent: EventProgress;
  readonly event: Event | Error;
}

/**
 * Fires a trigger for several received events in one transaction, and where that does not go through, one by one, so that
 * what cannot be done is left alone with its failure. Events name one template.
 */
export async function fireForEvents(
  processing: EventContext,
  trigger: EventTrigger,
  wanted: readonly WantedEvent[],
): Promise<void> {
  const alone = (one: WantedEvent) =>
    keepingErrors(processing, trigger.id, one.receivedEvent, () =>
      recordingMistakes((mistake) => fireFor(processing, trigger, [one], mistake)),
    );
  const [first, ...others] = wanted;
  if (first === undefined) return;
  if (others.length === 0) return await alone(first);
  try {
    await fireFor(processing, trigger, wanted, null);
  } catch (error) {
    const giveUp = (one: WantedEvent) =>
      keepingErrors(processing, trigger.id, one.receivedEvent, () => Promise.reject(error));
    for (const one of wanted) await (error instanceof Overloaded ? giveUp(one) : alone(one));
  }
}

async function fireFor(
  { context, onFired }: EventContext,
  trigger: EventTrigger,
  wanted: readonly WantedEvent[],
  mistake: Error | null,
): Promise<void> {
  const occasions = wanted.map(({ receivedEvent, event }) => {
    const given = event instanceof Error ? { event: null, mistake: event } : { event, mistake: null };
    const untraced = receivedEvent.traceparent === null;
    return { key: receivedEvent.id, scheduledAt: null, polled: {}, untraced, ...given };
  });
  const claim = (connection: Connection) => claimListening(connection, trigger, occasions);
  const causes = wanted.map(({ receivedEvent }) => receivedEvent.traceparent);
  const request = { triggerId: trigger.id, claim, caller: systemThere, byItself: true, key: null, causes };
  const batch = await fire(context, request, mistake);
  if (batch === null) return;
  for (const firing of batch.firings) onFired(firing);
  const all = [...batch.before, ...batch.firings.map(({ run }) => run)];
  const runs = new Map(all.map((run) => [run.occasion, run]));
  for (const { receivedEvent } of wanted) {
    const run = runs.get(receivedEvent.id);
    if (run !== undefined) receivedEvent.results.push(resultOf(run));
  }
}

/** Null where the trigger does not listen there any more. */
async function claimListening(
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
  const listens = trigger !== undefined && isEventTrigger(trigger) && trigger.eventSource === eventSource;
  if (row === null || !listens || !trigger.enabled) return null;
  return { row, now, occasions, before, withoutRelease: null, nextFireAt: row.nextFireAt, triggerState: null };
}

const resultOf = ({ triggerId, outcome, reason, seq, releaseId }: TriggerRun): EventResult => ({
  triggerId,
  outcome,
  reason,
  run: seq,
  releaseId,
});
