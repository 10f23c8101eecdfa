import { Overloaded } from '@slipway/engine';
import { TooManyRequests } from '../http/errors/errors.ts';

/** The maximum number of streams, in total and for each user. */
interface StreamLimits {
  readonly max: number;
  readonly maxPerUser: number;
}

/** Places for streams. `enter` answers how a place is left; it throws TooManyRequests and Overloaded where there is none. */
export function createStreamLimiter({ max, maxPerUser }: StreamLimits) {
  const countByUser = new Map<string, number>();
  let total = 0;
  return {
    count: (): number => total,
    acquire: (username: string): (() => void) => {
      const countOfUser = countByUser.get(username) ?? 0;
      if (countOfUser >= maxPerUser)
        throw new TooManyRequests(`one user may have ${maxPerUser} event streams at once`, 15);
      if (total >= max) throw new Overloaded('too many event streams at once, try again');
      countByUser.set(username, countOfUser + 1);
      total += 1;
      return () => {
        total -= 1;
        const remaining = (countByUser.get(username) ?? 0) - 1;
        if (remaining > 0) countByUser.set(username, remaining);
        else countByUser.delete(username);
      };
    },
  };
}
