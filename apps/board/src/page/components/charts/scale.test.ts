import { expect, test } from 'vitest';
import { areaPath, bandsOf, labeledPoints, linePath, shadeOf, valueAxis } from './scale.ts';
import { sharesOf, stackOf } from './stack.ts';

const labels = (values: readonly (number | null)[], unit: Parameters<typeof valueAxis>[1]) =>
  valueAxis(values, unit).ticks.map(({ label }) => label.replaceAll('\u00a0', ' '));

test.each([
  [[], 'seconds', ['0 s', '1 s']],
  [[null, 38], 'seconds', ['0 s', '10 s', '20 s', '30 s', '40 s']],
  [[5400], 'seconds', ['0 s', '30 min', '1 h', '1 h 30 min']],
  [[200_000], 'seconds', ['0 s', '1 d', '2 d', '3 d']],
  [[200_000_000], 'seconds', ['0 s', '579 d', '1,158 d', '1,737 d', '2,316 d']],
  [[2], 'count', ['0', '1', '2', '3', '4']],
  [[30, 7], 'count', ['0', '10', '20', '30']],
  [[0.4], 'ratio', ['0%', '10%', '20%', '30%', '40%']],
  [[-0.2, 0.3], 'change', ['-20%', '-10%', '0%', '+10%', '+20%', '+30%']],
  [[-0.2], 'change', ['-20%', '-15%', '-10%', '-5%', '0%']],
] as const)('the axis of %j in the unit %s has the labels %j', (values, unit, expected) => {
  expect(labels(values, unit)).toEqual(expected);
});

test('the positions on an axis start at the bottom', () => {
  const axis = valueAxis([40], 'seconds');
  expect([0, 10, 40].map(axis.partOf)).toEqual([0, 0.25, 1]);
  expect(valueAxis([-10, 10], 'change').partOf(0)).toBe(0.5);
});

test('bars take 70 % of their band, and a single point is in the middle', () => {
  const bands = bandsOf(2);
  expect([bands.width, bands.barWidth, bands.barStart(0), bands.middle(1)]).toEqual([50, 35, 7.5, 75]);
  expect(bandsOf(1).middle(0)).toBe(50);
  expect(bandsOf(0).width).toBe(100);
});

test.each([
  [0, [], 1],
  [3, [0, 1, 2], 1],
  [12, [0, 3, 6, 9], 3],
  [13, [0, 3, 6, 9], 3],
  [90, [0, 18, 36, 54, 72], 18],
])('%d points have at most five labels', (count, indexes, step) => {
  expect(labeledPoints(count)).toEqual({ indexes, step });
});

test('a value has one of five shades, and only zero has none', () => {
  expect([0, 1, 20, 21, 100].map((value) => shadeOf(value, 100))).toEqual([0, 1, 1, 2, 5]);
  expect([shadeOf(1, 1), shadeOf(0, 0)]).toEqual([5, 0]);
});

test('a line and an area have gaps at unknown values', () => {
  const bands = bandsOf(4);
  const axis = valueAxis([4], 'seconds');
  expect(linePath([1, 2, null, 4], bands, axis)).toBe('M12.50 75.00L37.50 50.00M87.50 0.00');
  expect(areaPath([1, 1, null, 1], [2, 4, 4, 4], bands, axis)).toBe('M12.50 50.00L37.50 0.00L37.50 75.00L12.50 75.00Z');
  expect(linePath([], bandsOf(0), axis)).toBe('');
});

test('the parts of a stack start where the one before ends', () => {
  expect(stackOf([2, null, 3, 0, 1])).toEqual([{ from: 0, to: 2 }, null, { from: 2, to: 5 }, null, { from: 5, to: 6 }]);
  expect([sharesOf([1, null, 3]), sharesOf([0, null])]).toEqual([
    [0.25, 0, 0.75],
    [0, 0],
  ]);
});
