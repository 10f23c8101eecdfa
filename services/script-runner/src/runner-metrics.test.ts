import { observeRunner } from '@slipway/script-protocol';
import { expect, test } from 'vitest';
import { minimalRequest, startTestRunner } from './testing.ts';

test('the observer receives the outcome of each run, and the unavailable names of scripts', async () => {
  const running = await startTestRunner();
  const recorded: (readonly [string, string])[] = [];
  const recordedMissing: string[] = [];
  const client = observeRunner(running.client, {
    scriptRan: (purpose, outcome, ms) => {
      expect(ms).toBeGreaterThan(0);
      recorded.push([purpose, outcome]);
    },
    scriptLacked: (name) => recordedMissing.push(name),
  });
  await client.run(minimalRequest);
  const script = 'try:\n    import acme.lib\nexcept ImportError:\n    import ctypes\n    ctypes.c_int';
  const failed = await client.run({ ...minimalRequest, language: 'python', purpose: 'trial', script });
  expect(Object.keys(failed).toSorted()).toEqual(['actions', 'durationMs', 'error', 'output', 'result', 'variables']);
  await client.run({ ...minimalRequest, purpose: 'trial', script: 'throw new Error("no")' });
  await client.run({ ...minimalRequest, purpose: 'eventFilter', script: 'for (;;);' });
  const answer = new AbortController();
  answer.abort(new Error('nobody waits'));
  await expect(client.run(minimalRequest, answer.signal)).rejects.toThrow('nobody waits');
  await running.stop();
  await expect(client.run(minimalRequest)).rejects.toThrow();
  expect(recorded).toEqual([
    ['webhook', 'succeeded'],
    ['trial', 'failed'],
    ['trial', 'failed'],
    ['eventFilter', 'timeout'],
    ['webhook', 'canceled'],
    ['webhook', 'unavailable'],
  ]);
  expect(recordedMissing).toEqual(['acme.lib', 'ctypes']);
});
