import { TooManyRequests } from '../http/errors/errors.ts';
import { createCounter } from './counter.ts';

/** Checks of connections, each of which makes requests and may wait for them. */
export interface CheckTurns {
  /** Does a check; throws TooManyRequests where there are too many at once, or of one caller. */
  take<T>(username: string, check: () => Promise<T>): Promise<T>;
}

const mostAtOnce = 8;
const retryAfterSeconds = 5;
const ofCaller = {
  points: 60,
  forMs: 60_000,
  sentence: 'you have had too many connections checked, try again later',
};

/** The turns of one process. */
export function createCheckTurns(now: () => number): CheckTurns {
  const counter = createCounter(ofCaller, now);
  let underWay = 0;
  return {
    take: async (username, check) => {
      if (underWay === mostAtOnce) {
        throw new TooManyRequests('too many connections are being checked, try again later', retryAfterSeconds);
      }
      counter.take(username);
      underWay += 1;
      try {
        return await check();
      } finally {
        underWay -= 1;
      }
    },
  };
}
