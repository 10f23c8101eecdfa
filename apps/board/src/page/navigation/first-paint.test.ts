import { beforeEach, expect, test, vi } from 'vitest';
import { isFirstViewPainted, itemsOfFirstPaint } from './first-paint.ts';

beforeEach(() => {
  isFirstViewPainted.value = false;
  return () => vi.unstubAllGlobals();
});

test('the first paint contains the items that may be visible, at least one, and all follow it', () => {
  vi.stubGlobal('window', { innerHeight: 800 });
  expect([itemsOfFirstPaint(40, 250), itemsOfFirstPaint(400, 750), itemsOfFirstPaint(40, 900)]).toEqual([14, 1, 1]);
  isFirstViewPainted.value = true;
  expect(itemsOfFirstPaint(40, 250)).toBe(Infinity);
});
