import { expect, test } from 'vitest';
import { createCheckTurns } from './check-turns.ts';

const done = async () => 'done';

test('a number of checks run at once, and the next one when one of them has ended', async () => {
  const turns = createCheckTurns(() => 0);
  const gate = Promise.withResolvers<string>();
  const held = Array.from({ length: 8 }, (_, at) => turns.take(`user ${at}`, () => gate.promise));
  await expect(turns.take('other', done)).rejects.toMatchObject({
    message: 'too many connections are being checked, try again later',
    retryAfterSeconds: 5,
  });
  gate.resolve('held');
  await Promise.all(held);
  expect(await turns.take('other', done)).toBe('done');
});

test('the checks of a caller in a minute are limited, without an effect on others', async () => {
  let now = 0;
  const turns = createCheckTurns(() => now);
  for (let count = 0; count < 60; count += 1) await turns.take('ann', done);
  await expect(turns.take('ann', done)).rejects.toMatchObject({
    message: 'you have had too many connections checked, try again later',
    retryAfterSeconds: 60,
  });
  expect(await turns.take('joe', done)).toBe('done');
  now = 60_001;
  expect(await turns.take('ann', done)).toBe('done');
});
