import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { createFairSlots, type Requester } from '../policy/host-limiter.ts';
import { limits, type Resolve } from '../policy/policy.ts';

/** Returns the addresses of a host, or none. Throws the reason of `signal` if that is aborted first. */
export type DnsLookup = (host: string, requester: Requester, signal: AbortSignal) => Promise<readonly string[]>;

/** A lookup cannot be canceled. The caller stops waiting when the signal is aborted. */
async function raceAbort<Value>(signal: AbortSignal, pending: Promise<Value>, fallback: () => Value): Promise<Value> {
  if (signal.aborted) return fallback();
  const aborted = Promise.withResolvers<void>();
  const handleAbort = () => aborted.resolve();
  signal.addEventListener('abort', handleAbort, { once: true });
  try {
    return await Promise.race([pending, aborted.promise.then(fallback)]);
  } finally {
    signal.removeEventListener('abort', handleAbort);
  }
}

/**
 * Creates a resolver with few concurrent lookups, which serves its callers in turn. A name without an answer in time
 * counts as unknown, and is cached. Its slot is released only when the lookup has ended.
 */
export function createDnsLookup(resolve: Resolve, timeoutMs: number = limits.lookupTimeoutMs): DnsLookup {
  const slots = createFairSlots(limits.maxLookups);
  const inFlight = new Map<string, Promise<readonly string[]>>();
  const unknownHosts = new LRUCache<string, true>({ max: 1_000, ttl: limits.unknownTtlMs });
  const startLookup = (host: string, release: () => void): Promise<readonly string[]> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const resolved = resolve(host)
      .catch(() => [])
      .finally(() => {
        inFlight.delete(host);
        release();
      });
    const bounded = raceAbort(timeout, resolved, () => []).then((addresses) => {
      if (addresses.length === 0) unknownHosts.set(host, true);
      return addresses;
    });
    inFlight.set(host, bounded);
    return bounded;
  };
  const cachedLookup = (host: string) => (unknownHosts.has(host) ? Promise.resolve([]) : inFlight.get(host));
  return async (host, requester, signal) => {
    if (isIP(host) !== 0) return [host];
    const orAbort = (pending: Promise<readonly string[]>) =>
      raceAbort(signal, pending, () => {
        throw signal.reason;
      });
    const cached = cachedLookup(host);
    if (cached !== undefined) return await orAbort(cached);
    const release = await slots.acquire(requester, signal);
    const concurrent = cachedLookup(host);
    if (concurrent !== undefined) release();
    return await orAbort(concurrent ?? startLookup(host, release));
  };
}
