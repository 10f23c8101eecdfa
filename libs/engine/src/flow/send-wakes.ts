import type { Instant } from '@slipway/domain';
import { type Database, type Due, releasesDueWithin } from '@slipway/persistence';
import type { Message, Queue } from '@slipway/queue';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../environment/clock.ts';
import { crashPoint } from '../environment/crash-point.ts';

/** Has the queue wake releases at their moment. */
export interface WakeSender {
  /** After a commit that left a release with this moment to be looked at: a near one is sent to the queue. */
  sendIfNear(releaseId: string, wakeAt: Instant | null): void;
  /** Sends what falls due soon, and once more what falls due at once; answers how many messages were sent. */
  sendDue(): Promise<number>;
}

/** There is no queue: the sweep wakes everything. */
export const noWakeSender: WakeSender = { sendIfNear: () => {}, sendDue: async () => 0 };

/** What falls due within this is in the queue; later moments may change before they come. */
const windowMs = 5_000;
/** What was sent before and falls due within this is sent again: the queue may have lost it meanwhile. */
const againMs = 1_500;
/** More than this falling due within the window is left to the sweep, which wakes a crowd with less work. */
const most = 5_000;
const sentAtOnce = 1_000;
/** The number of sent wakes in the cache: more are not due within the window. */
const mostRemembered = 2 * most;

interface Sent {
  readonly at: Instant;
  readonly again: boolean;
}

/** The cache only saves messages: the queue merges messages with an equal id. */
export function createWakeSender(
  database: Database,
  queue: Pick<Queue, 'send' | 'sendMany'>,
  clock: Clock,
): WakeSender {
  const sent = new LRUCache<string, Sent>({ max: mostRemembered });
  const needs = (now: Instant, { id, at }: Due): boolean => {
    const before = sent.get(id);
    return before?.at !== at || (!before.again && at - now <= againMs);
  };
  return {
    sendIfNear: (releaseId, wakeAt) => {
      const now = wakeAt === null ? null : clock.estimate();
      if (wakeAt === null || now === null || wakeAt > now + windowMs) return;
      if (sent.get(releaseId)?.at === wakeAt) return;
      sent.set(releaseId, { at: wakeAt, again: false });
      queue.send('wake', toMessage({ id: releaseId, at: wakeAt }));
    },
    sendDue: async () => {
      const due = await releasesDueWithin(database, windowMs, most);
      const now = await clock.now();
      const wanted = due.filter((one) => needs(now, one));
      if (wanted.length > 0) crashPoint('before-send');
      for (let start = 0; start < wanted.length; start += sentAtOnce) {
        const part = wanted.slice(start, start + sentAtOnce);
        if (!(await queue.sendMany('wake', part.map(toMessage)))) return start;
        for (const { id, at } of part) sent.set(id, { at, again: sent.get(id)?.at === at || at - now <= againMs });
      }
      if (wanted.length > 0) crashPoint('after-send');
      return wanted.length;
    },
  };
}

/** The id names release and moment, so that what several replicas send is one message. */
const toMessage = ({ id, at }: Due): Message<'wake'> => ({ data: { releaseId: id, at }, id: `wake-${id}-${at}`, at });
