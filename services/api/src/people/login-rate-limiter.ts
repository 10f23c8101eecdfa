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
/** The time for which a name, or a name with its password, counts as known at an address. */
const knownForMs = 7 * 24 * 60 * minuteMs;
/**
 * The size of each cache, for about ten thousand entries. A client with more addresses cannot be limited by counting
 * them.
 */
const maxBytes = 2_000_000;
const bytesOf = () => 20;

export interface CountedAttempt {
  readonly username: string;
  readonly address: string;
  /** A digest of name and password, which reveals neither. */
  readonly digest: string;
}

/** Hashes the parts, so that long names take the same space as short ones. */
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
 * Counts failed logins by name and address. A name alone is never locked, because another client could then lock out
 * the user. Failures at an address do not lock its known users: a name with a recent login there is exempt from the
 * limit of the address, and a name with its password from all limits.
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
     * Counts an attempt before it is verified, so that concurrent attempts count too. If one limit rejects an attempt,
     * it is not verified, and the other limit does not count it. Returns the functions to call with the result. Throws
     * TooManyRequests.
     */
    begin(attempt: CountedAttempt) {
      const { network, name, login } = keysOf(attempt);
      const isKnownLogin = knownLogins.get(login) === true;
      const countsAtAddress = knownNames.get(name) === undefined;
      const consumeAttempt = (): void => {
        // First: an attempt that the address rejects must not add a name, which could evict the counts of other names.
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
        /** Ends the exemption of a login that was correct before. */
        fail: (): void => void knownLogins.delete(login),
        /** Ends an attempt that could not be verified. */
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
