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
  const inTurn = limitConcurrency({ running: 2, waiting: 1, what: 'works' });
  const gates = [gate(), gate(), gate()];
  const begun: number[] = [];
  const works = gates.map((each, index) =>
    inTurn(async () => {
      begun.push(index);
      await each.opened;
      return index;
    }),
  );
  await expect(inTurn(async () => 3)).rejects.toThrow(Overloaded);
  expect(begun).toEqual([0, 1]);
  gates[1]!.open();
  expect(await works[1]).toBe(1);
  gates[2]!.open();
  expect(await works[2]).toBe(2);
  gates[0]!.open();
  expect(await works[0]).toBe(0);
});

test('failed work also frees its slot', async () => {
  const inTurn = limitConcurrency({ running: 1, waiting: 0, what: 'works' });
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(async () => 'yes')).toBe('yes');
});
