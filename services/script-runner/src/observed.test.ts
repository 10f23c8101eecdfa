import { observedRunner } from '@slipway/scripts';
import { expect, test } from 'vitest';
import { plainest, startTestRunner } from './testing.ts';

test('who asks is told how each run ended', async () => {
  const running = await startTestRunner();
  const told: (readonly [string, string])[] = [];
  const client = observedRunner(running.client, (purpose, end, ms) => {
    expect(ms).toBeGreaterThan(0);
    told.push([purpose, end]);
  });
  await client.run(plainest);
  await client.run({ ...plainest, purpose: 'trial', script: 'throw new Error("no")' });
  await client.run({ ...plainest, purpose: 'eventFilter', script: 'for (;;);' });
  const given = new AbortController();
  given.abort(new Error('nobody waits'));
  await expect(client.run(plainest, given.signal)).rejects.toThrow('nobody waits');
  await running.stop();
  await expect(client.run(plainest)).rejects.toThrow();
  expect(told).toEqual([
    ['webhook', 'well'],
    ['trial', 'failed'],
    ['eventFilter', 'timeout'],
    ['webhook', 'givenUp'],
    ['webhook', 'away'],
  ]);
});
