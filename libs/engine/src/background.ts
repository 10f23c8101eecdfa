import type { DueRelease } from '@slipway/persistence/flow';
import type { EventResult, ReceivedEventView } from '@slipway/persistence/webhooks';
import type { Queue } from '@slipway/queue';
import type { Notifier } from './flow/notify-waiters.ts';
import type { WakeSender } from './flow/send-messages.ts';
import type { SweepResult } from './flow/sweep.ts';
import type { Waker } from './flow/wake.ts';
import { type FiringCounts, fireAllDue, fireIfDue, sendDueTriggers } from './triggers/fire-due.ts';
import { createPolls, type Polls } from './triggers/polls.ts';
import type { EventContext, EventScripts } from './webhooks/event-context.ts';
import { previewReplay } from './webhooks/preview-replay.ts';
import { processEvents, processOverdueEvents } from './webhooks/process-events.ts';
import { type EventTrial, type EventTrialResult, tryEvent } from './webhooks/try-event.ts';

/** The automatic work that scheduled times and received events cause. */
export interface BackgroundWork {
  /**
   * Fires a trigger if it is due. Concurrent calls fire it once. Returns whether this call has fired it. Throws
   * unexpected errors, after which the trigger waits for a while.
   */
  fireTrigger(triggerId: string): Promise<boolean>;
  /** Fires all due triggers, each in its own transaction, in batches of `limit` (200). */
  fireDue(limit?: number): Promise<FiringCounts>;
  /**
   * Processes received events that one endpoint has accepted: fires the listening triggers, and applies the events to
   * the waiting tasks. Each of them gets each event once, however often this is called. Returns the ids of the events
   * that need another round. Throws unexpected errors, after which the affected events are processed again.
   */
  processEvents(receivedEventIds: readonly string[], scripts: EventScripts): Promise<readonly string[]>;
  /** Returns the results that a replay of a received event would have now. Changes nothing. */
  previewReplay(event: ReceivedEventView, scripts: EventScripts): Promise<readonly EventResult[]>;
  /** Evaluates a trigger that is not stored for an event. Changes nothing. */
  tryEvent(trial: EventTrial, scripts: EventScripts): Promise<EventTrialResult>;
  /** Processes up to `limit` (200) received events that were not processed in time. Returns their number. */
  processOverdueEvents(scripts: EventScripts, limit?: number): Promise<number>;
  readonly polls: Polls;
  /** Queues messages for triggers that are due soon. Returns the number of messages. */
  sendDueTriggers(): Promise<number>;
  /** Processes all due work once. Work that has been due for less than `graceMs` (0) is left to the queue. */
  sweep(graceMs?: number): Promise<SweepResult>;
  /** Queues wake messages for releases that are due soon. Returns the number of messages. */
  sendWakes(): Promise<number>;
  /** Wakes the release that a queue message names. Throws the errors of `dispatch`. */
  handleWake(due: DueRelease): Promise<void>;
  /** Waits until all consequences of earlier calls are complete, such as notified gates of other releases. */
  waitUntilIdle(): Promise<void>;
}

export interface BackgroundOptions extends Omit<EventContext, 'scripts'> {
  readonly queue: Pick<Queue, 'sendMany'> | undefined;
  readonly notifier: Notifier;
  readonly wakes: WakeSender;
  readonly waker: Waker;
  readonly sweep: (graceMs: number) => Promise<SweepResult>;
}

export function createBackgroundWork(options: BackgroundOptions): BackgroundWork {
  const { context, queue, onFired, report } = options;
  return {
    fireTrigger: async (id) => {
      const batch = await fireIfDue(context, id);
      for (const firing of batch?.firings ?? []) onFired(firing);
      return batch !== null;
    },
    fireDue: (limit = 200) => fireAllDue(context, limit, onFired, report),
    processEvents: (ids, scripts) => processEvents({ ...options, scripts }, ids),
    previewReplay: (event, scripts) => previewReplay({ context, scripts }, event),
    tryEvent: (trial, scripts) => tryEvent({ context, scripts }, trial),
    processOverdueEvents: (scripts, limit = 200) => processOverdueEvents({ ...options, scripts }, limit),
    polls: createPolls(context, onFired),
    sendDueTriggers: () => sendDueTriggers(context, queue),
    sweep: (graceMs = 0) => options.sweep(graceMs),
    sendWakes: options.wakes.sendDue,
    handleWake: options.waker.handleWake,
    waitUntilIdle: options.notifier.waitUntilIdle,
  };
}
