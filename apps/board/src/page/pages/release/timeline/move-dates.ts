import type { PhaseResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { Entity } from '../../../api/entity.ts';
import { mutate } from '../../../api/rest.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import type { NewDates } from '../dates.tsx';
import { findTask, withTask } from '../plan.ts';
import type { Span } from './lines.ts';

/** The offsets of the start and end of a bar, in milliseconds. */
export interface Shift {
  readonly start: number;
  readonly end: number;
}

export const zeroShift: Shift = { start: 0, end: 0 };

/** The part of a bar that the user drags. */
export type Part = 'all' | 'start' | 'end';

export const createShift = (part: Part, offsetMs: number): Shift => ({
  start: part === 'end' ? 0 : offsetMs,
  end: part === 'start' ? 0 : offsetMs,
});

export const isNonZero = ({ start, end }: Shift): boolean => start !== 0 || end !== 0;

/** Returns the moved bar. Its end is never before its start. */
export function applyShift({ from, to }: Span, { start, end }: Shift): Span {
  if (start === end) return { from: from + start, to: to + end };
  return start === 0
    ? { from, to: Math.max(from, to + end) }
    : { from: Math.min(from + start, to + end), to: to + end };
}

type PlannedDates = Pick<TaskResponse, 'scheduledStartDate' | 'dueDate'>;

const toIso = (at: number): string => new Date(at).toISOString();

/**
 * Returns the new dates of an item. A move changes the existing dates, or sets the planned start if there are none. A
 * dragged edge sets its date.
 */
export function movedDates({ scheduledStartDate, dueDate }: PlannedDates, bar: Span, shift: Shift): NewDates {
  const { from, to } = applyShift(bar, shift);
  const isMoved = shift.start === shift.end;
  const isStart = shift.start !== 0 && (!isMoved || scheduledStartDate !== undefined || dueDate === undefined);
  const isEnd = shift.end !== 0 && (!isMoved || dueDate !== undefined);
  // If the due date is before the start, the bar has no duration, so the due date itself is moved.
  const due = isMoved && dueDate !== undefined ? Date.parse(dueDate) + shift.end : to;
  return { ...(isStart && { scheduledStartDate: toIso(from) }), ...(isEnd && { dueDate: toIso(due) }) };
}

const minute = 60_000;
const snapSteps = [minute, 5 * minute, 15 * minute, 60 * minute, 6 * 60 * minute, 24 * 60 * minute];

/** Returns the step of dragged dates, in milliseconds: at least four units of the drawing. */
export const snapStepFor = (msPerUnit: number): number =>
  snapSteps.find((snapStep) => snapStep >= 4 * msPerUnit) ?? 24 * 60 * minute;

const hour = 60 * minute;
const hours: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const days: Readonly<Record<string, number>> = { ArrowDown: -1, ArrowUp: 1 };

/** Returns the time until the same local time `count` days later, in milliseconds. A day can have 23 or 25 hours. */
function msToDay(at: number, count: number): number {
  const date = new Date(at);
  date.setDate(date.getDate() + count);
  return date.getTime() - at;
}

/**
 * Returns the offsets for a key; null for other keys. Left and right move a bar by an hour, up and down by a day. With
 * `isEndOnly`, only the end moves.
 */
export function shiftByKey(key: string, isEndOnly: boolean, bar: Span): Shift | null {
  const [hourOffset, dayOffset] = [hours[key], days[key]];
  const part = isEndOnly ? 'end' : 'all';
  if (hourOffset !== undefined) return createShift(part, hourOffset * hour);
  return dayOffset === undefined ? null : createShift(part, msToDay(isEndOnly ? bar.to : bar.from, dayOffset));
}

export const addShifts = (a: Shift, b: Shift): Shift => ({
  start: a.start + b.start,
  end: a.end + b.end,
});

const withPhase = (release: ReleaseResponse, phase: PhaseResponse): ReleaseResponse => ({
  ...release,
  phases: release.phases.map((item) => (item.id === phase.id ? phase : item)),
});

/** Returns the planned dates of the release, phase or task with this id. */
export const plannedDatesOf = (release: ReleaseResponse, id: string): PlannedDates =>
  release.id === id
    ? release
    : (release.phases.find((phase) => phase.id === id) ?? findTask(release, lastSegment(id)) ?? {});

const toPlannedDates = ({ scheduledStartDate, dueDate }: NewDates): PlannedDates => ({
  ...(typeof scheduledStartDate === 'string' && { scheduledStartDate }),
  ...(typeof dueDate === 'string' && { dueDate }),
});

/**
 * Saves the dates of a release, phase or task. Shows them until the server responds, and reverts them if the server
 * rejects them. Throws ApiError, OfflineError.
 */
export async function saveDates(
  entity: Entity<ReleaseResponse>,
  release: ReleaseResponse,
  id: string,
  dates: NewDates,
): Promise<void> {
  const before = entity.value.peek() ?? release;
  const latestRelease = (): ReleaseResponse => entity.value.peek() ?? before;
  const phase = before.phases.find((item) => item.id === id);
  const task = findTask(before, lastSegment(id));
  if (phase !== undefined) {
    await entity.updateOptimistically(withPhase(before, { ...phase, ...toPlannedDates(dates) }), async () =>
      withPhase(latestRelease(), await mutate<PhaseResponse>('PUT', `/phases/${lastSegment(id)}`, dates)),
    );
  } else if (task !== undefined) {
    await entity.updateOptimistically(withTask(before, { ...task, ...toPlannedDates(dates) }), async () =>
      withTask(latestRelease(), await mutate<TaskResponse>('PUT', `/tasks/${lastSegment(id)}`, dates)),
    );
  } else if (before.id === id) {
    await entity.updateOptimistically({ ...before, ...toPlannedDates(dates) }, () =>
      mutate('PUT', `/releases/${lastSegment(id)}`, dates),
    );
  }
}
