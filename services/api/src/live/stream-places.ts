import { Overloaded } from '@slipway/engine';
import { TooManyRequests } from '../http/errors/errors.ts';

/** The maximum number of streams, in total and for each user. */
interface Limits {
  readonly most: number;
  readonly ofOne: number;
}

/** Places for streams. `enter` answers how a place is left; it throws TooManyRequests and Overloaded where there is none. */
export function streamPlaces({ most, ofOne }: Limits) {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    count: (): number => all,
    enter: (username: string): (() => void) => {
      const own = taken.get(username) ?? 0;
      if (own >= ofOne) throw new TooManyRequests(`one user may have ${ofOne} event streams at once`, 15);
      if (all >= most) throw new Overloaded('too many event streams at once, try again');
      taken.set(username, own + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (taken.get(username) ?? 0) - 1;
        if (left > 0) taken.set(username, left);
        else taken.delete(username);
      };
    },
  };
}
