import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { message } from '@slipway/domain/messages';
import { createCache } from '../dependencies/lru-cache.ts';
import { createRateLimiter } from '../dependencies/rate-limiter.ts';

const minuteMs = 60_000;
const refusal = message('login.tooManyFailures');

/** Failed logins of one name from one address, and of one address under any name. */
const limits = {
  name: { points: 10, windowMs: 15 * minuteMs, refusal },
  address: { points: 100, windowMs: 60 * minuteMs, refusal },
};
/** The time for which a name, or a whole login, counts as known at an address. */
const knownForMs = 7 * 24 * 60 * minuteMs;
/** Of each kind: ten thousand. A client with more addresses cannot be limited by counting them. */
const maxBytes = 2_000_000;
const bytesOf = () => 20;

export interface CountedAttempt {
  readonly username: string;
  readonly address: string;
  /** A digest of name and password, which reveals neither. */
  readonly digest: string;
}

/** Long names take the same space as short ones. */
const keyOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join(' ')).digest('base64url');

/** A client with one IPv6 address has all 2^64 addresses of its network. */
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
export function createLoginRateLimiter(now: () => number) {
  const byName = createRateLimiter(limits.name, now);
  const byAddress = createRateLimiter(limits.address, now);
  const knownNames = createCache<true>(maxBytes, bytesOf, { ttlMs: knownForMs, now });
  const knownLogins = createCache<true>(maxBytes, bytesOf, { ttlMs: knownForMs, now });
  const keysOf = ({ username, address, digest }: CountedAttempt) => {
    const network = networkOf(address);
    return { network, name: keyOf(network, username.toLowerCase()), login: keyOf(network, digest) };
  };
  return {
    /**
     * Counts an attempt before it is verified, so that concurrent attempts count too. An attempt that one limit
     * rejects is not verified, and the other does not count it. Throws TooManyRequests. Returns the function to call
     * at its end.
     */
    begin(attempt: CountedAttempt) {
      const { network, name, login } = keysOf(attempt);
      const isKnownLogin = knownLogins.get(login) === true;
      const countsAtAddress = knownNames.get(name) === undefined;
      const consumeAttempt = (): void => {
        // first, since what it refuses adds no names, which would drive out the counts of others
        if (countsAtAddress) byAddress.consume(network);
        consumeOr(
          () => byName.consume(name),
          () => countsAtAddress && byAddress.refund(network),
        );
      };
      const refund = (): void => {
        byName.refund(name);
        if (countsAtAddress) byAddress.refund(network);
      };
      if (!isKnownLogin) consumeAttempt();
      return {
        succeed: (): void => {
          if (!isKnownLogin) refund();
          knownNames.set(name, true);
          knownLogins.set(login, true);
        },
        /** A login that was right once counts from now on. */
        fail: (): void => void knownLogins.delete(login),
        /** It could not be verified. */
        cancel: (): void => {
          if (!isKnownLogin) refund();
        },
      };
    },
  };
}

export type LoginRateLimiter = ReturnType<typeof createLoginRateLimiter>;

function consumeOr(consume: () => void, onRefused: () => void): void {
  try {
    consume();
  } catch (error) {
    onRefused();
    throw error;
  }
}
