import { Semaphore } from '@slipway/concurrency';
import { message } from '@slipway/domain/messages';
import { TooManyRequests } from '../http/errors/errors.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** Checks of connections. Each makes requests and can take as long as the server does. */
export interface ConnectionCheckLimiter {
  /** Runs a check. Throws TooManyRequests if too many run at once, in total or for one caller. */
  run<T>(username: string, check: () => Promise<T>): Promise<T>;
}

const maxConcurrent = 8;
const retryAfterSeconds = 5;
const callerLimit = {
  points: 60,
  windowMs: 60_000,
  refusal: message('server.tooManyChecksOfUser'),
};

/** Limits the checks of one process. */
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
