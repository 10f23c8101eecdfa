import { observedRunner } from '@slipway/scripts';
import { expect, test } from 'vitest';
import { plainest, startTestRunner } from './testing.ts';

test('the observer receives the outcome of each run, and the unavailable names of scripts', async () => {
  const running = await startTestRunner();
  const told: (readonly [string, string])[] = [];
  const lacked: string[] = [];
  const client = observedRunner(running.client, {
    scriptRan: (purpose, outcome, ms) => {
      expect(ms).toBeGreaterThan(0);
      told.push([purpose, outcome]);
    },
    scriptLacked: (name) => lacked.push(name),
  });
  await client.run(plainest);
  const script = 'try:\n    import acme.lib\nexcept ImportError:\n    import ctypes\n    ctypes.c_int';
  const failed = await client.run({ ...plainest, language: 'python', purpose: 'trial', script });
  expect(Object.keys(failed).toSorted()).toEqual(['actions', 'durationMs', 'error', 'output', 'result', 'variables']);
  await client.run({ ...plainest, purpose: 'trial', script: 'throw new Error("no")' });
  await client.run({ ...plainest, purpose: 'eventFilter', script: 'for (;;);' });
  const given = new AbortController();
  given.abort(new Error('nobody waits'));
  await expect(client.run(plainest, given.signal)).rejects.toThrow('nobody waits');
  await running.stop();
  await expect(client.run(plainest)).rejects.toThrow();
  expect(told).toEqual([
    ['webhook', 'succeeded'],
    ['trial', 'failed'],
    ['trial', 'failed'],
    ['eventFilter', 'timeout'],
    ['webhook', 'canceled'],
    ['webhook', 'unavailable'],
  ]);
  expect(lacked).toEqual(['acme.lib', 'ctypes']);
});
