import { Overloaded } from '@slipway/engine';
import { expect, test } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';

test('of bodies that are too much together, those give way that have been sent for longest', () => {
  const budget = createMemoryBudget(10);
  const [first, second, third] = [budget.open(), budget.open(), budget.open()];
  first.grow(4);
  second.grow(4);
  third.grow(2);
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  third.grow(1);
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  expect(first.signal.reason).toBeInstanceOf(Overloaded);
  first.release();
  third.grow(3);
  expect(second.signal.aborted).toBe(false);
});

test('a complete body stays, and frees its bytes when it is released', () => {
  const budget = createMemoryBudget(10);
  const whole = budget.open();
  whole.grow(8);
  whole.complete();
  const late = budget.open();
  late.grow(3);
  expect([whole.signal.aborted, late.signal.aborted]).toEqual([false, true]);
  whole.release();
  const next = budget.open();
  next.grow(10);
  expect(next.signal.aborted).toBe(false);
});
