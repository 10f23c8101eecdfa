import { type Key, Semaphore } from '@slipway/concurrency';
import { limits } from './policy.ts';

/** The owner of a request: a release, a trigger, a user; null: unknown. */
export type Requester = string | null;

/**
 * A requester with slots gets at most as many as it leaves free: the last slots stay free for other requesters. An
 * unknown requester counts as a new one each time.
 */
export function createFairSlots(max: number) {
  const semaphore = new Semaphore({ max, maxPerKey: (free) => Math.max(1, free) });
  return {
    acquire: (requester: Requester, signal: AbortSignal): Promise<() => void> => {
      const key: Key = requester ?? Symbol();
      return semaphore.acquire(key, signal);
    },
    get inUse() {
      return semaphore.inUse;
    },
    get waiting() {
      return semaphore.waiting;
    },
  };
}

/** Limits concurrent requests, in total and for each host, so that a slow host does not take all slots. */
export interface HostLimiter {
  /** Returns the function that releases the slot; throws the reason of `signal` if that comes first. */
  acquire(host: string, requester: Requester, signal: AbortSignal): Promise<() => void>;
  readonly underWay: number;
  readonly waiting: number;
}

/** The slots of one host, with the number of requests that hold or await one. */
interface HostSlots {
  readonly semaphore: ReturnType<typeof createFairSlots>;
  users: number;
}

export function createHostLimiter(): HostLimiter {
  const total = createFairSlots(limits.maxInFlight);
  const hosts = new Map<string, HostSlots>();
  const enterHost = (host: string): HostSlots => {
    const hostSlots = hosts.get(host) ?? { semaphore: createFairSlots(limits.maxInFlightPerHost), users: 0 };
    hostSlots.users += 1;
    hosts.set(host, hostSlots);
    return hostSlots;
  };
  const leaveHost = (host: string, hostSlots: HostSlots): void => {
    hostSlots.users -= 1;
    if (hostSlots.users === 0) hosts.delete(host);
  };
  const acquire = async (host: string, requester: Requester, signal: AbortSignal): Promise<() => void> => {
    const hostSlots = enterHost(host);
    const releases: (() => void)[] = [() => leaveHost(host, hostSlots)];
    const release = () => {
      for (const entry of releases) entry();
    };
    try {
      releases.push(await hostSlots.semaphore.acquire(requester, signal));
      releases.push(await total.acquire(requester, signal));
      return release;
    } catch (error) {
      release();
      throw error;
    }
  };
  return {
    acquire,
    get underWay() {
      return total.inUse;
    },
    get waiting() {
      return (
        total.waiting +
        Array.from(hosts.values(), ({ semaphore }) => semaphore.waiting).reduce((sum, entry) => sum + entry, 0)
      );
    },
  };
}
