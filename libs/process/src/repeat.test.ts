import { expect, test } from 'vitest';
import { repeat } from './repeat.ts';

test('a failed pass is repeated earlier than the interval', async () => {
  const failure = new Error('away');
  const reported: unknown[] = [];
  let passes = 0;
  const hourMs = 3_600_000;
  await new Promise<void>((done) => {
    const repeating = repeat(
      hourMs,
      async () => {
        passes += 1;
        if (passes < 3) throw failure;
        void repeating.stop().then(done);
      },
      (error) => reported.push(error),
    );
  });
  expect([passes, reported]).toEqual([3, [failure, failure]]);
});
