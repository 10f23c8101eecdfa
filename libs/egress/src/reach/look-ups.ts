import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type Asker, createPlaces } from '../policy/places.ts';
import { limits, type Resolve } from '../policy/policy.ts';

/** The addresses of a host, none where it has none; throws the reason of `signal` when that comes first. */
export type LookUp = (host: string, asker: Asker, signal: AbortSignal) => Promise<readonly string[]>;

/** A lookup cannot be canceled; the caller leaves at the abort of a signal. */
async function unless<Value>(signal: AbortSignal, awaited: Promise<Value>, otherwise: () => Value): Promise<Value> {
  if (signal.aborted) return otherwise();
  const left = Promise.withResolvers<void>();
  const leave = () => left.resolve();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([awaited, left.promise.then(otherwise)]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/**
 * Resolves names, a few at once, in turn for their callers. A name without an answer in time counts as unknown, and is
 * not looked up again at once. Its slot is released only when the lookup has ended.
 */
export function createLookUps(resolve: Resolve, ms: number = limits.lookupMs): LookUp {
  const places = createPlaces(limits.lookups);
  const underWay = new Map<string, Promise<readonly string[]>>();
  const unknown = new LRUCache<string, true>({ max: 1_000, ttl: limits.unknownMs });
  const begin = (host: string, free: () => void): Promise<readonly string[]> => {
    const late = AbortSignal.timeout(ms);
    const found = resolve(host)
      .catch(() => [])
      .finally(() => {
        underWay.delete(host);
        free();
      });
    const inTime = unless(late, found, () => []).then((addresses) => {
      if (addresses.length === 0) unknown.set(host, true);
      return addresses;
    });
    underWay.set(host, inTime);
    return inTime;
  };
  const known = (host: string) => (unknown.has(host) ? Promise.resolve([]) : underWay.get(host));
  return async (host, asker, signal) => {
    if (isIP(host) !== 0) return [host];
    const given = (awaited: Promise<readonly string[]>) =>
      unless(signal, awaited, () => {
        throw signal.reason;
      });
    const before = known(host);
    if (before !== undefined) return await given(before);
    const free = await places.take(asker, signal);
    const meanwhile = known(host);
    if (meanwhile !== undefined) free();
    return await given(meanwhile ?? begin(host, free));
  };
}
