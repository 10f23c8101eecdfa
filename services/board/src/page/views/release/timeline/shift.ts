import type { TaskAnswer } from '@slipway/wire';
import type { NewDates } from '../dates.tsx';
import type { Span } from './lines.ts';

/** By how much the start and the end of a bar are put off, in milliseconds. */
export interface Shift {
  readonly start: number;
  readonly end: number;
}

export const noShift: Shift = { start: 0, end: 0 };

/** Which part of a bar is dragged. */
export type Part = 'all' | 'start' | 'end';

export const shiftBy = (part: Part, by: number): Shift => ({
  start: part === 'end' ? 0 : by,
  end: part === 'start' ? 0 : by,
});

export const isShift = ({ start, end }: Shift): boolean => start !== 0 || end !== 0;

/** Where a bar is then; its end never comes before its start. */
export function shifted({ from, to }: Span, { start, end }: Shift): Span {
  if (start === end) return { from: from + start, to: to + end };
  return start === 0
    ? { from, to: Math.max(from, to + end) }
    : { from: Math.min(from + start, to + end), to: to + end };
}

type Dated = Pick<TaskAnswer, 'scheduledStartDate' | 'dueDate'>;

const written = (at: number): string => new Date(at).toISOString();

/**
 * The new dates of a moved part: missing dates stay missing, except the planned start, and a dragged edge sets its
 * date.
 */
export function datesOf({ scheduledStartDate, dueDate }: Dated, bar: Span, shift: Shift): NewDates {
  const { from, to } = shifted(bar, shift);
  const isMoved = shift.start === shift.end;
  const isStart = shift.start !== 0 && (!isMoved || scheduledStartDate !== undefined || dueDate === undefined);
  const isEnd = shift.end !== 0 && (!isMoved || dueDate !== undefined);
  // one that is due before its start has a bar that takes no time
  const due = isMoved && dueDate !== undefined ? Date.parse(dueDate) + shift.end : to;
  return { ...(isStart && { scheduledStartDate: written(from) }), ...(isEnd && { dueDate: written(due) }) };
}

const minute = 60_000;
const steps = [minute, 5 * minute, 15 * minute, 60 * minute, 6 * 60 * minute, 24 * 60 * minute];

/** The step of dragged dates, in milliseconds: at least four units of the drawing. */
export const stepFor = (msPerUnit: number): number => steps.find((step) => step >= 4 * msPerUnit) ?? 24 * 60 * minute;

const hour = 60 * minute;
const hours: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const days: Readonly<Record<string, number>> = { ArrowDown: -1, ArrowUp: 1 };

/** How long it is until the same time of another day of the viewer's zone, of which some have 23 hours, or 25. */
function untilDay(at: number, count: number): number {
  const date = new Date(at);
  date.setDate(date.getDate() + count);
  return date.getTime() - at;
}

/** The effect of a key on a bar: arrows move it by an hour or a day, with Shift only its end; null: none. */
export function shiftByKey(key: string, isOfEnd: boolean, bar: Span): Shift | null {
  const [hoursOn, daysOn] = [hours[key], days[key]];
  const part = isOfEnd ? 'end' : 'all';
  if (hoursOn !== undefined) return shiftBy(part, hoursOn * hour);
  return daysOn === undefined ? null : shiftBy(part, untilDay(isOfEnd ? bar.to : bar.from, daysOn));
}

export const added = (one: Shift, other: Shift): Shift => ({
  start: one.start + other.start,
  end: one.end + other.end,
});
