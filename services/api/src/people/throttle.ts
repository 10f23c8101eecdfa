import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { createCounter } from '../context/counter.ts';
import { createCache } from '../context/lru-cache.ts';

const minute = 60_000;
const sentence = 'too many failed logins, try again later';

/** Failed logins of one name from one address, and of one address under any name. */
const limits = {
  name: { points: 10, forMs: 15 * minute, sentence },
  address: { points: 100, forMs: 60 * minute, sentence },
};
/** The time for which a name, or a whole login, counts as known at an address. */
const goodForMs = 7 * 24 * 60 * minute;
/** Of each kind: ten thousand. A client with more addresses cannot be limited by counting them. */
const mostBytes = 2_000_000;
const bytesOf = () => 20;

export interface Attempt {
  readonly username: string;
  readonly address: string;
  /** A digest of name and password, which reveals neither. */
  readonly digest: string;
}

/** Long names take the same space as short ones. */
const keyOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join(' ')).digest('base64url');

/** Who has one address of IPv6 has all 2^64 of its network. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare) || bare.includes('.')) return bare.slice(bare.lastIndexOf(':') + 1);
  const [before = '', after] = bare.split('::');
  const groups = before.split(':').filter((group) => group !== '');
  const last = (after ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}

/**
 * Counts failed logins by name and address. A name alone is never locked, because another client could lock a user
 * out. Failures at an address do not lock its known users either: names with a recent login there are exempt from the
 * limit of the address, and a name and password with a recent login from all limits.
 */
export function createThrottle(now: () => number) {
  const byName = createCounter(limits.name, now);
  const byAddress = createCounter(limits.address, now);
  const goodNames = createCache<true>(mostBytes, bytesOf, { ttlMs: goodForMs, now });
  const goodLogins = createCache<true>(mostBytes, bytesOf, { ttlMs: goodForMs, now });
  const keysOf = ({ username, address, digest }: Attempt) => {
    const network = networkOf(address);
    return { network, name: keyOf(network, username.toLowerCase()), login: keyOf(network, digest) };
  };
  return {
    /**
     * Counts an attempt before it is verified, so that concurrent attempts count too. An attempt that one limit
     * rejects is not verified, and the other does not count it. Throws TooManyRequests. Returns the function to call
     * at its end.
     */
    begin(attempt: Attempt) {
      const { network, name, login } = keysOf(attempt);
      const isGood = goodLogins.get(login) === true;
      const countsAtAddress = goodNames.get(name) === undefined;
      const count = (): void => {
        // first, since what it refuses adds no names, which would drive out the counts of others
        if (countsAtAddress) byAddress.take(network);
        takeOr(
          () => byName.take(name),
          () => countsAtAddress && byAddress.giveBack(network),
        );
      };
      const giveBack = (): void => {
        byName.giveBack(name);
        if (countsAtAddress) byAddress.giveBack(network);
      };
      if (!isGood) count();
      return {
        succeeded: (): void => {
          if (!isGood) giveBack();
          goodNames.set(name, true);
          goodLogins.set(login, true);
        },
        /** A login that was right once counts from now on. */
        failed: (): void => void goodLogins.delete(login),
        /** It could not be verified. */
        cancelled: (): void => {
          if (!isGood) giveBack();
        },
      };
    },
  };
}

export type Throttle = ReturnType<typeof createThrottle>;

function takeOr(take: () => void, otherwise: () => void): void {
  try {
    take();
  } catch (error) {
    otherwise();
    throw error;
  }
}
