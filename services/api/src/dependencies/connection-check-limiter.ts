import { Semaphore } from '@slipway/concurrency';
import { message } from '@slipway/domain/messages';
import { TooManyRequests } from '../http/errors/errors.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** Checks of connections, each of which makes requests and may wait for them. */
export interface ConnectionCheckLimiter {
  /** Does a check; throws TooManyRequests where there are too many at once, or of one caller. */
  run<T>(username: string, check: () => Promise<T>): Promise<T>;
}

const maxConcurrent = 8;
const retryAfterSeconds = 5;
const callerLimit = {
  points: 60,
  windowMs: 60_000,
  refusal: message('server.tooManyChecksOfUser'),
};

/** The checks of one process. */
export function createConnectionCheckLimiter(now: () => number): ConnectionCheckLimiter {
  const rateLimiter = createRateLimiter(callerLimit, now);
  const slots = new Semaphore({
    max: maxConcurrent,
    maxWaiting: 0,
    refuse: () => new TooManyRequests(message('server.tooManyConnectionChecks'), retryAfterSeconds),
  });
  return {
    run: (username, check) =>
      slots.run(async () => {
        rateLimiter.consume(username);
        return await check();
      }),
  };
}
