import { expect, test } from 'vitest';
import { ByteBudget, largestShare, oldestShare } from './byte-budget.ts';

function open(budget: ByteBudget, key?: string) {
  const state = { isRevoked: false };
  const share = budget.open(() => {
    state.isRevoked = true;
  }, key);
  return { share, isRevoked: () => state.isRevoked };
}

test('above the limit, the oldest share is revoked, unless it is complete', () => {
  const budget = new ByteBudget(10, oldestShare);
  const [complete, first, second] = [open(budget), open(budget), open(budget)];
  expect(complete.share.grow(4)).toBe(true);
  complete.share.keep();
  expect([first.share.grow(3), second.share.grow(3)]).toEqual([true, true]);
  expect(second.share.grow(1)).toBe(true);
  expect([complete, first, second].map((each) => each.isRevoked())).toEqual([false, true, false]);
  expect([budget.bytes, first.share.grow(1)]).toEqual([8, false]);
  complete.share.release();
  second.share.release();
  second.share.release();
  expect(budget.bytes).toBe(0);
});

test('above the limit, the largest share of the key with the most bytes is revoked', () => {
  const budget = new ByteBudget(10, largestShare);
  const [small, large, other] = [open(budget, 'a'), open(budget, 'a'), open(budget, 'b')];
  small.share.grow(2);
  large.share.grow(3);
  other.share.grow(4);
  const last = open(budget, 'c');
  expect(last.share.grow(2)).toBe(true);
  expect([small, large, other, last].map((each) => each.isRevoked())).toEqual([false, true, false, false]);
});

test('a share that is larger than the whole budget is revoked', () => {
  const budget = new ByteBudget(10, largestShare);
  const { share, isRevoked } = open(budget);
  expect([share.grow(11), isRevoked(), budget.bytes]).toEqual([false, true, 0]);
});
