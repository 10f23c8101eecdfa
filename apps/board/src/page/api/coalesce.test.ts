import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A function whose runs end on request. */
function held() {
  const ends: PromiseWithResolvers<void>[] = [];
  const run = coalesce(() => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  return { run, ends };
}

test('calls of one moment are one run, and all that come meanwhile are one more', async () => {
  const { run, ends } = held();
  const first = Promise.all([run(), run()]);
  await Promise.resolve();
  await Promise.resolve();
  expect(ends.length).toBe(1);
  const second = Promise.all([run(), run(), run()]);
  ends[0]!.resolve();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!.resolve();
  await second;
  expect(ends.length).toBe(2);
});

test('a run that has failed is followed by the next one', async () => {
  const { run, ends } = held();
  const first = run();
  await expect.poll(() => ends.length).toBe(1);
  const second = run();
  ends[0]!.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]!.resolve();
  await second;
});
