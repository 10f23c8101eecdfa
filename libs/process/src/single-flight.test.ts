import { expect, test } from 'vitest';
import { singleFlight, singleFlightFresh } from './single-flight.ts';

test('concurrent callers share a run, and a later caller starts another one', async () => {
  const answers = ['first', 'second'].values();
  const ask = singleFlight(async () => answers.next().value);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['first', 'first', 'first']);
  expect(await ask()).toBe('second');
});

test('a caller during a run waits for the next run, which all waiting callers share', async () => {
  const runs: PromiseWithResolvers<string>[] = [];
  const ask = singleFlightFresh((key: string) => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise.then((word) => `${key} ${word}`);
  });
  const first = ask('a');
  const later = [ask('a'), ask('a')];
  const otherRun = ask('b');
  expect(runs.length).toBe(2);
  runs[1]?.resolve('one');
  runs[0]?.resolve('one');
  expect([await first, await otherRun]).toEqual(['a one', 'b one']);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve('two');
  expect(await Promise.all(later)).toEqual(['a two', 'a two']);
});

test('a look that fails fails only those that wait for it', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('back'), Promise.resolve('again')].values();
  const ask = singleFlightFresh(async (_key: string) => await answers.next().value);
  const [first, second] = await Promise.allSettled([ask('a'), ask('a')]);
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'back' }]);
  expect(await ask('a')).toBe('again');
});
