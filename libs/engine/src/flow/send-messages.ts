import type { Outcome } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { type DueRelease, findReleasesDueWithin } from '@slipway/persistence/flow';
import type { Message, Queue } from '@slipway/queue';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../environment/clock.ts';
import { crashPoint } from '../environment/crash-point.ts';

/** Sends wake messages to the queue. */
export interface WakeSender {
  /** After a commit, queues the next wake of a release if it is due soon. */
  sendIfNear(releaseId: string, wakeAt: Instant | null): void;
  /**
   * Queues all wakes that are due soon, and queues the nearest ones a second time. Returns the number of
   * messages.
   */
  sendDue(): Promise<number>;
}

/** The sender without a queue: the sweep wakes all releases. */
export const noWakeSender: WakeSender = { sendIfNear: () => {}, sendDue: async () => 0 };

/** Wakes within this time are queued. Later times can still change. */
const windowMs = 5_000;
/** A wake within this time is queued a second time, because the queue may have lost it. */
const resendWindowMs = 1_500;
/** The maximum number of queued wakes in the window. The sweep wakes the rest with less work for each release. */
const maxWakes = 5_000;
const sendBatchSize = 1_000;
/** The maximum number of cached wakes, above the number in one window. */
const maxCachedWakes = 2 * maxWakes;

interface SentWake {
  readonly at: Instant;
  readonly isResent: boolean;
}

/** The cache only avoids duplicate messages: the queue merges messages with the same id. */
export function createWakeSender(
  database: Database,
  queue: Pick<Queue, 'send' | 'sendMany'>,
  clock: Clock,
): WakeSender {
  const sentWakes = new LRUCache<string, SentWake>({ max: maxCachedWakes });
  const needsSend = (now: Instant, { id, at }: DueRelease): boolean => {
    const previous = sentWakes.get(id);
    return previous?.at !== at || (!previous.isResent && at - now <= resendWindowMs);
  };
  return {
    sendIfNear: (releaseId, wakeAt) => {
      const now = wakeAt === null ? null : clock.estimate();
      if (wakeAt === null || now === null || wakeAt > now + windowMs) return;
      if (sentWakes.get(releaseId)?.at === wakeAt) return;
      sentWakes.set(releaseId, { at: wakeAt, isResent: false });
      queue.send('wake', toMessage({ id: releaseId, at: wakeAt }));
    },
    sendDue: async () => {
      const due = await findReleasesDueWithin(database, windowMs, maxWakes);
      const now = await clock.now();
      const toSend = due.filter((release) => needsSend(now, release));
      if (toSend.length > 0) crashPoint('before-send');
      for (let start = 0; start < toSend.length; start += sendBatchSize) {
        const batch = toSend.slice(start, start + sendBatchSize);
        if (!(await queue.sendMany('wake', batch.map(toMessage)))) return start;
        for (const { id, at } of batch)
          sentWakes.set(id, { at, isResent: sentWakes.get(id)?.at === at || at - now <= resendWindowMs });
      }
      if (toSend.length > 0) crashPoint('after-send');
      return toSend.length;
    },
  };
}

/** The id contains the release and the time, so that messages of several replicas are merged. */
const toMessage = ({ id, at }: DueRelease): Message<'wake'> => ({
  data: { releaseId: id, at },
  id: `wake-${id}-${at}`,
  at,
});

/** Sends a message for each unclaimed script run. Its id is the id of the run, so that duplicates are merged. */
export function sendScripts(queue: Pick<Queue, 'send'>, { release, awaits }: Outcome): void {
  for (const { kind, reference, until } of awaits) {
    if (kind !== 'script' || until !== null) continue;
    queue.send('runScript', { data: { releaseId: release.id, runId: reference }, id: `script-${reference}` });
  }
}
