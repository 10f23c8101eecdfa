import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { message } from '@slipway/domain/messages';
import { createCache } from '../dependencies/lru-cache.ts';
import { createRateLimiter } from '../dependencies/rate-limiter.ts';

const minuteMs = 60_000;
const refusal = message('login.tooManyFailures');

/** The maximum number of failed logins: of one name from one address, and of all names from one address. */
const limits = {
  name: { points: 10, windowMs: 15 * minuteMs, refusal },
  address: { points: 100, windowMs: 60 * minuteMs, refusal },
};
/** The time for which a name, or a name with its password, is known at an address after a correct login. */
const knownForMs = 7 * 24 * 60 * minuteMs;
/**
 * The size of each cache, which is sufficient for about ten thousand entries. Counters cannot limit a client with more
 * addresses.
 */
const maxBytes = 2_000_000;
const bytesOf = () => 20;

export interface CountedAttempt {
  readonly username: string;
  readonly address: string;
  /** A digest of name and password, which reveals neither of them. */
  readonly digest: string;
}

/** Hashes the parts of a key, so that all keys have the same size. */
const keyOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join(' ')).digest('base64url');

/** Returns the first 64 bits of an IPv6 address, because a client can use all addresses of its network. */
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
 * Creates a limiter of failed logins by name and address. It never locks a name at all addresses, because another
 * client could then lock out the user. Failures at an address do not lock its known users. The limit of the address
 * does not apply to a name with a recent login there. No limit applies to a name with the password of a recent login.
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
     * Counts an attempt before its verification, so that concurrent attempts count too. If one limit rejects an
     * attempt, the other limit does not count it. Returns the functions to call with the result. Throws
     * TooManyRequests.
     */
    begin(attempt: CountedAttempt) {
      const { network, name, login } = keysOf(attempt);
      const isKnownLogin = knownLogins.get(login) === true;
      const countsAtAddress = knownNames.get(name) === undefined;
      const consumeAttempt = (): void => {
        // Checked first: a rejected attempt must not add a name, which could evict the counters of other names.
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
        /**
         * Ends an attempt with wrong credentials. A login that was correct before is no longer exempt from the limits.
         */
        fail: (): void => void knownLogins.delete(login),
        /** Removes an attempt that could not be verified. */
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
