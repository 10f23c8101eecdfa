import type { Span } from './lines.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The scales that the user can select, in milliseconds per pixel. `fit` shows all work at once. */
export const zoomScales = { hours: hour / 72, days: day / 120, weeks: (7 * day) / 140 } as const;
export type Zoom = 'fit' | keyof typeof zoomScales;

/** The limits of the scale, in milliseconds per pixel: a minute or a year is about 100 pixels wide. */
const [minScale, maxScale] = [minute / 100, (365 * day) / 100];
/** The maximum width of a chart, in pixels. Browsers place elements up to a multiple of it. */
const maxWidth = 4_000_000;

/** The minimum range of a timeline, so that items without a duration are visible. */
const minRangeMs = minute;
/** The space before the first and after the last bar, as a part of the range. */
const margin = 0.04;

interface Dated {
  readonly planned: Span | null;
  readonly actual: Span | null;
  readonly estimated: Span | null;
}

/** Returns the range from the first to the last bar, with a margin; an hour from `now` on without bars. */
export function fitRange(lines: readonly Dated[], now: number): Span {
  const spans = lines
    .flatMap(({ planned, actual, estimated }) => [planned, actual, estimated])
    .filter((span) => span !== null);
  const first = spans.reduce((earliest, { from }) => Math.min(earliest, from), Number.POSITIVE_INFINITY);
  const last = spans.reduce((latest, { to }) => Math.max(latest, to), Number.NEGATIVE_INFINITY);
  const [from, to] = spans.length === 0 ? [now, now + hour] : [first, Math.max(last, first + minRangeMs)];
  const space = (to - from) * margin;
  return { from: from - space, to: to + space };
}

/** The visible part of time: the range of the chart, and its width in pixels. */
export interface Axis {
  readonly range: Span;
  readonly width: number;
}

/**
 * Returns the axis at a scale in milliseconds per pixel; null shows the whole range. If the range is narrower than the
 * `available` width, it is extended at both ends.
 */
export function axisOf(fit: Span, scale: number | null, available: number): Axis {
  if (scale === null) return { range: fit, width: available };
  const length = fit.to - fit.from;
  const width = Math.min(maxWidth, Math.max(available, length / scale));
  const space = Math.max(0, width * scale - length) / 2;
  return { range: { from: fit.from - space, to: fit.to + space }, width };
}

/** Returns the scale after `steps` of zoom: positive steps show more detail. */
export function zoomBy({ range, width }: Axis, steps: number): number {
  const scale = (range.to - range.from) / width;
  return Math.min(maxScale, Math.max(minScale, scale * 1.5 ** -steps));
}

/** Returns the position of a time in a range, from 0 (start) to 1 (end). */
export const partOf = (at: number, { from, to }: Span): number => (at - from) / (to - from);

/** Where a time is, relative to the range. */
export const sideOf = (at: number, { from, to }: Span): 'before' | 'inside' | 'after' => {
  if (at < from) return 'before';
  return at > to ? 'after' : 'inside';
};

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month';
type Step = readonly [unit: Unit, count: number, ms: number];

/** The steps of the axis with their length. Weeks have seven days from Monday on. */
const steps: readonly Step[] = [
  ...[1, 5, 15, 30].map((count): Step => ['second', count, count * second]),
  ...[1, 5, 15, 30].map((count): Step => ['minute', count, count * minute]),
  ...[1, 3, 6, 12].map((count): Step => ['hour', count, count * hour]),
  ['day', 1, day],
  ['day', 7, 7 * day],
  ...[1, 3, 12].map((count): Step => ['month', count, count * 30 * day]),
];
const lastStep: Step = ['month', 120, 3650 * day];

/** The minimum distance of two ticks, in pixels. */
const minTickWidth = 76;

type Parts = [year: number, month: number, day: number, hour: number, minute: number, second: number];

const partsAt = (at: number, isUtc: boolean): Parts => {
  const date = new Date(at);
  return isUtc
    ? [
        date.getUTCFullYear(),
        date.getUTCMonth(),
        date.getUTCDate(),
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds(),
      ]
    : [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()];
};

const timeOf = (parts: Parts, isUtc: boolean): number => (isUtc ? Date.UTC(...parts) : new Date(...parts).getTime());

const unitIndex: Readonly<Record<Unit, number>> = { month: 1, day: 2, hour: 3, minute: 4, second: 5 };

/** Returns the parts of the last tick at or before a time. */
function floorTo(at: number, [unit, count]: Step, isUtc: boolean): Parts {
  const parts = partsAt(at, isUtc);
  const [year, month, date, hours, minutes, seconds] = parts;
  const floor = (value: number): number => Math.floor(value / count) * count;
  switch (unit) {
    case 'second':
      return [year, month, date, hours, minutes, floor(seconds)];
    case 'minute':
      return [year, month, date, hours, floor(minutes), 0];
    case 'hour':
      return [year, month, date, floor(hours), 0, 0];
    case 'day': {
      const weekday = new Date(Date.UTC(year, month, date)).getUTCDay();
      return [year, month, count === 7 ? date - ((weekday + 6) % 7) : date, 0, 0, 0];
    }
    case 'month': {
      const months = floor(year * 12 + month);
      return [Math.floor(months / 12), months % 12, 1, 0, 0, 0];
    }
  }
}

/** Returns the times of a step in a range, in local time or UTC. Days can have 23 or 25 hours. */
function timesIn({ from, to }: Span, step: Step, isUtc: boolean): readonly number[] {
  const start = floorTo(from, step, isUtc);
  const index = unitIndex[step[0]];
  const times: number[] = [];
  for (let nth = 0; nth < 2000; nth += 1) {
    const parts: Parts = [...start];
    parts[index] = (parts[index] ?? 0) + nth * step[1];
    const at = timeOf(parts, isUtc);
    if (at > to) break;
    // At the start of summer time, two local times are the same moment.
    if (at >= from && at > (times.at(-1) ?? Number.NEGATIVE_INFINITY)) times.push(at);
  }
  return times;
}

/** A tick of the axis. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** The ticks of an axis in two lines: the larger unit above, such as days above hours. */
export interface Ticks {
  readonly above: readonly Tick[];
  readonly below: readonly Tick[];
}

type Format = Intl.DateTimeFormatOptions;
const time: Format = { hour: 'numeric', minute: '2-digit' };

/** Returns the unit above a step, and the formats of both. */
function formatsOf([unit, count]: Step): readonly [above: Step, aboveFormat: Format, format: Format] {
  const days: Step = ['day', 1, day];
  const dayFormat: Format = { weekday: 'short', month: 'short', day: 'numeric' };
  if (unit === 'second') return [days, dayFormat, { ...time, second: '2-digit' }];
  if (unit === 'minute' || unit === 'hour') return [days, dayFormat, time];
  if (unit === 'day') {
    const format: Format = count === 1 ? { weekday: 'short', day: 'numeric' } : { month: 'short', day: 'numeric' };
    return [['month', 1, 30 * day], { month: 'long', year: 'numeric' }, format];
  }
  const years: Step = ['month', 12, 365 * day];
  return count < 12 ? [years, { year: 'numeric' }, { month: 'short' }] : [lastStep, {}, { year: 'numeric' }];
}

/** Returns the ticks in a range of an axis. The first tick above is at the start of the range. */
export function ticksOf({ range, width }: Axis, isUtc: boolean): Ticks {
  const scale = (range.to - range.from) / width;
  const step = steps.find(([, , ms]) => ms >= minTickWidth * scale) ?? lastStep;
  const [aboveStep, aboveFormat, belowFormat] = formatsOf(step);
  const label = (options: Format) => {
    const format = new Intl.DateTimeFormat(undefined, { ...options, ...(isUtc && { timeZone: 'UTC' }) });
    return (at: number): Tick => ({ at, label: format.format(at) });
  };
  const below = timesIn(range, step, isUtc).map(label(belowFormat));
  if (aboveStep === lastStep) return { above: [], below };
  const starts = timesIn(range, aboveStep, isUtc);
  const isFirstShort = starts[0] !== undefined && starts[0] - range.from < minTickWidth * scale;
  return { above: [...(isFirstShort ? [] : [range.from]), ...starts].map(label(aboveFormat)), below };
}
