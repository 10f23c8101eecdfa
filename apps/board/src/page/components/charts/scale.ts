import { scaleBand, scaleLinear } from 'd3-scale';
import { type Unit, valueText } from './values.ts';

/** A label of the value axis, at a part of the height from 0 (bottom) to 1 (top). */
export interface ValueTick {
  readonly value: number;
  readonly at: number;
  readonly label: string;
}

export interface ValueAxis {
  readonly ticks: readonly ValueTick[];
  /** Returns the part of the height of a value, from 0 (bottom) to 1 (top). */
  readonly partOf: (value: number) => number;
}

const [minute, hour, day] = [60, 3600, 86_400];

/** The steps of a time axis, in seconds. */
const timeSteps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 7, 14, 30, 60, 90, 180, 365].map((count) => count * day),
];

/** The number of labels of an axis, without the one at zero. */
const tickCount = 4;

function timeTicks(max: number): readonly number[] {
  const step = timeSteps.find((seconds) => seconds * tickCount >= max) ?? Math.ceil(max / tickCount / day) * day;
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}

function plainTicks(min: number, max: number, unit: Unit): readonly number[] {
  const top = unit === 'count' ? Math.max(max, tickCount) : max;
  return scaleLinear()
    .domain([min, top])
    .nice(tickCount)
    .ticks(tickCount)
    .filter((tick) => unit !== 'count' || Number.isInteger(tick));
}

/** Returns an axis from zero, or from the lowest value below zero, to the highest value. Values can be unknown. */
export function valueAxis(values: readonly (number | null | undefined)[], unit: Unit): ValueAxis {
  const known = values.filter((value) => value !== null && value !== undefined);
  const min = known.reduce((lowest, value) => Math.min(lowest, value), 0);
  const highest = known.reduce((max, value) => Math.max(max, value), 0);
  const max = highest > 0 || min < 0 ? highest : 1;
  const ticks = unit === 'seconds' ? timeTicks(max) : plainTicks(min, max, unit);
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  const scale = scaleLinear().domain([Math.min(first, min), Math.max(last, max)]);
  const partOf = (value: number): number => scale(value);
  return { ticks: ticks.map((value) => ({ value, at: partOf(value), label: valueText(value, unit) })), partOf };
}

/** The space of a chart for each point, in percent of the width. */
export interface Bands {
  /** The start of the bar of a point. */
  readonly barStart: (index: number) => number;
  readonly barWidth: number;
  /** The start of the whole band. */
  readonly start: (index: number) => number;
  readonly width: number;
  readonly middle: (index: number) => number;
}

/** Returns the bands of a number of points. Bars take at most 70 % of their band. */
export function bandsOf(count: number): Bands {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const scale = scaleBand<number>().domain(indexes).range([0, 100]).paddingInner(0.3).paddingOuter(0.15);
  const width = 100 / Math.max(1, count);
  return {
    ...{ width, barWidth: scale.bandwidth() },
    barStart: (index) => scale(index) ?? 0,
    start: (index) => index * width,
    middle: (index) => (index + 0.5) * width,
  };
}

/** The maximum number of labels of a time axis. They also fit on a narrow screen. */
const maxTimeLabels = 5;

/** Returns the indexes of the points that have a label, and the number of points that each label covers. */
export function labeledPoints(count: number): { readonly indexes: readonly number[]; readonly step: number } {
  const step = Math.max(1, Math.ceil(count / maxTimeLabels));
  const indexes = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  // The last label has no space if few points follow it.
  return { step, indexes: indexes.filter((index) => (count - index) * 2 >= step) };
}

/** The number of shades of a heat map, without the empty one. */
export const shadeCount = 5;

/** Returns the shade of a value: 0 for zero, 1 for low and 5 for the highest values. */
export const shadeOf = (value: number, max: number): number =>
  value <= 0 || max <= 0 ? 0 : Math.min(shadeCount, Math.ceil((value / max) * shadeCount));

const coordinate = (value: number): string => value.toFixed(2);

/** Returns the path of a line in a square of 100 by 100. The line has a gap at each unknown value. */
export function linePath(values: readonly (number | null)[], bands: Bands, axis: ValueAxis): string {
  let isDrawing = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const verb = isDrawing ? 'L' : 'M';
      isDrawing = true;
      return `${verb}${coordinate(bands.middle(index))} ${coordinate(100 - axis.partOf(value) * 100)}`;
    })
    .join('');
}

/** Returns the path of the area between two lines. It has a gap where one of them is unknown. */
export function areaPath(
  lower: readonly (number | null)[],
  upper: readonly (number | null)[],
  bands: Bands,
  axis: ValueAxis,
): string {
  const runs: (readonly [index: number, low: number, high: number])[][] = [[]];
  for (const [index, low] of lower.entries()) {
    const high = upper[index];
    if (low === null || high === null || high === undefined) runs.push([]);
    else runs.at(-1)?.push([index, low, high]);
  }
  const point = (index: number, value: number): string =>
    `${coordinate(bands.middle(index))} ${coordinate(100 - axis.partOf(value) * 100)}`;
  return runs
    .filter((run) => run.length > 1)
    .map((run) => {
      const there = run.map(([index, , high]) => point(index, high));
      const back = run.toReversed().map(([index, low]) => point(index, low));
      return `M${[...there, ...back].join('L')}Z`;
    })
    .join('');
}
