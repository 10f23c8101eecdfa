import { expect, test } from 'vitest';
import { createOutages } from './outages.ts';

test('time in an outage does not count as a delay, and overlapping outages count once', async () => {
  const outages = createOutages();
  const before = Date.now();
  await outages.during((recover) =>
    outages.during(async () => {
      while (Date.now() < before + 20) await new Promise(setImmediate);
      recover();
    }),
  );
  const after = Date.now();
  expect(outages.without(before - 300, before - 100)).toBe(200);
  expect(outages.without(before - 300, after + 100) - 400).toBeLessThanOrEqual(after - before - 20);
  expect(outages.without(after + 100, after + 150)).toBe(50);
});
