import { expect, test } from 'vitest';
import { fresh, shared } from './single-flight.ts';

test('concurrent callers share a run, and a later caller starts another one', async () => {
  const answers = ['first', 'second'].values();
  const ask = shared(async () => answers.next().value);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['first', 'first', 'first']);
  expect(await ask()).toBe('second');
});

test('a caller during a run waits for the next run, which all waiting callers share', async () => {
  const looks: PromiseWithResolvers<string>[] = [];
  const ask = fresh((key: string) => {
    const look = Promise.withResolvers<string>();
    looks.push(look);
    return look.promise.then((word) => `${key} ${word}`);
  });
  const first = ask('a');
  const later = [ask('a'), ask('a')];
  const other = ask('b');
  expect(looks.length).toBe(2);
  looks[1]?.resolve('one');
  looks[0]?.resolve('one');
  expect([await first, await other]).toEqual(['a one', 'b one']);
  await expect.poll(() => looks.length).toBe(3);
  looks[2]?.resolve('two');
  expect(await Promise.all(later)).toEqual(['a two', 'a two']);
});

test('a look that fails fails only those that wait for it', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('back'), Promise.resolve('again')].values();
  const ask = fresh(async (_key: string) => await answers.next().value);
  const [first, second] = await Promise.allSettled([ask('a'), ask('a')]);
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'back' }]);
  expect(await ask('a')).toBe('again');
});
