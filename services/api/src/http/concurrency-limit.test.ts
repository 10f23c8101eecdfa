import { Overloaded } from '@slipway/engine';
import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

test('works run at the same time up to the bound, wait in order, and are refused beyond', async () => {
  const runLimited = limitConcurrency({ maxRunning: 2, maxWaiting: 1, label: 'works' });
  const gates = [gate(), gate(), gate()];
  const started: number[] = [];
  const works = gates.map((workGate, index) =>
    runLimited(async () => {
      started.push(index);
      await workGate.opened;
      return index;
    }),
  );
  await expect(runLimited(async () => 3)).rejects.toThrow(Overloaded);
  expect(started).toEqual([0, 1]);
  gates[1]!.open();
  expect(await works[1]).toBe(1);
  gates[2]!.open();
  expect(await works[2]).toBe(2);
  gates[0]!.open();
  expect(await works[0]).toBe(0);
});

test('failed work also frees its slot', async () => {
  const runLimited = limitConcurrency({ maxRunning: 1, maxWaiting: 0, label: 'works' });
  await expect(runLimited(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await runLimited(async () => 'yes')).toBe('yes');
});
