import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from './errors.ts';

/** Failed logins of one name from one address, and of one address under any name. */
const limits = {
  name: { points: 10, duration: 15 * 60 },
  address: { points: 100, duration: 60 * 60 },
};

/** Counts failed logins; names are never locked out as such, which would let a stranger lock others out. */
export function createThrottle() {
  const byName = new RateLimiterMemory(limits.name);
  const byAddress = new RateLimiterMemory(limits.address);
  const nameKey = (username: string, address: string) => `${address} ${username}`;
  return {
    /** Counts an attempt before it is verified, so that attempts at the same time count too. Throws TooMany. */
    async attempt(username: string, address: string): Promise<void> {
      await take(byAddress, address);
      await take(byName, nameKey(username, address));
    },
    /** Takes the attempt back: it was none, or it succeeded. */
    async forgive(username: string, address: string): Promise<void> {
      await Promise.all([byAddress.reward(address), byName.reward(nameKey(username, address))]);
    },
  };
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    throw new TooMany('too many failed logins, try again later', Math.ceil(rejection.msBeforeNext / 1000));
  }
}
