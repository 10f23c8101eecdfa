import type { Instant } from '@slipway/domain';
import { type Database, type Due, releasesDueWithin } from '@slipway/persistence';
import type { Message, Queue } from '@slipway/queue';
import type { Clock } from '../environment/clock.ts';
import { crashPoint } from '../environment/crash-point.ts';

/** Has the queue wake releases at their moment. */
export interface Arming {
  /** After a commit that left a release with this moment to be looked at: a near one is sent to the queue. */
  nudge(releaseId: string, wakeAt: Instant | null): void;
  /** Sends what falls due soon, and once more what falls due at once; answers how many messages were sent. */
  look(): Promise<number>;
}

/** There is no queue: the sweep wakes everything. */
export const unarmed: Arming = { nudge: () => {}, look: async () => 0 };

/** What falls due within this is in the queue; later moments may change before they come. */
const windowMs = 5_000;
/** What was sent before and falls due within this is sent again: the queue may have lost it meanwhile. */
const againMs = 1_500;
/** More than this falling due within the window is left to the sweep, which wakes a crowd with less work. */
const most = 5_000;
const chunk = 1_000;
/** What was sent is remembered for this many releases: more do not fall due within the window. */
const mostRemembered = 2 * most;

interface Sent {
  readonly at: Instant;
  readonly again: boolean;
}

/** Nothing that it knows is needed: forgotten, it costs messages that the queue absorbs. */
export function createArming(database: Database, queue: Pick<Queue, 'send' | 'sendMany'>, clock: Clock): Arming {
  const sent = new Map<string, Sent>();
  const remember = (id: string, one: Sent): void => {
    sent.delete(id);
    sent.set(id, one);
    for (const oldest of sent.keys()) {
      if (sent.size <= mostRemembered) break;
      sent.delete(oldest);
    }
  };
  const needs = (now: Instant, { id, at }: Due): boolean => {
    const before = sent.get(id);
    return before?.at !== at || (!before.again && at - now <= againMs);
  };
  return {
    nudge: (releaseId, wakeAt) => {
      const now = wakeAt === null ? null : clock.estimate();
      if (wakeAt === null || now === null || wakeAt > now + windowMs) return;
      if (sent.get(releaseId)?.at === wakeAt) return;
      remember(releaseId, { at: wakeAt, again: false });
      queue.send('wake', toMessage({ id: releaseId, at: wakeAt }));
    },
    look: async () => {
      const due = await releasesDueWithin(database, windowMs, most);
      const now = await clock.now();
      const wanted = due.filter((one) => needs(now, one));
      if (wanted.length > 0) crashPoint('before-arm');
      for (let start = 0; start < wanted.length; start += chunk) {
        const part = wanted.slice(start, start + chunk);
        if (!(await queue.sendMany('wake', part.map(toMessage)))) return start;
        for (const { id, at } of part) remember(id, { at, again: sent.get(id)?.at === at || at - now <= againMs });
      }
      if (wanted.length > 0) crashPoint('after-arm');
      return wanted.length;
    },
  };
}

/** The id names the debt, so the same debt sent by several replicas is one message. */
const toMessage = ({ id, at }: Due): Message<'wake'> => ({ data: { releaseId: id, at }, id: `wake-${id}-${at}`, at });
