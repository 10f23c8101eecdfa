import { expect, test } from 'vitest';
import { createConnectionCheckLimiter } from './connection-check-limiter.ts';

const done = async () => 'done';

test('at most eight checks run at the same time', async () => {
  const limiter = createConnectionCheckLimiter(() => 0);
  const gate = Promise.withResolvers<string>();
  const running = Array.from({ length: 8 }, (_, at) => limiter.run(`user ${at}`, () => gate.promise));
  await expect(limiter.run('other', done)).rejects.toMatchObject({
    message: 'too many connections are being checked, try again later',
    retryAfterSeconds: 5,
  });
  gate.resolve('held');
  await Promise.all(running);
  expect(await limiter.run('other', done)).toBe('done');
});

test('each caller is limited to sixty checks a minute', async () => {
  let now = 0;
  const limiter = createConnectionCheckLimiter(() => now);
  for (let count = 0; count < 60; count += 1) await limiter.run('ann', done);
  await expect(limiter.run('ann', done)).rejects.toMatchObject({
    message: 'you have checked too many connections, try again later',
    retryAfterSeconds: 60,
  });
  expect(await limiter.run('joe', done)).toBe('done');
  now = 60_001;
  expect(await limiter.run('ann', done)).toBe('done');
});
