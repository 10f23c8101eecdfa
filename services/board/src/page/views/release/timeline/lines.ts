import type { PreviewAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { type Gate, type Wait, waitsOf } from './waits.ts';

/** A time from one moment to another, both in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A phase, or a task below it, with its planned, actual and estimated spans. */
export interface Line {
  readonly id: string;
  readonly title: string;
  /** 0: a phase; a task of a group is one deeper than the group */
  readonly depth: number;
  readonly status: TaskAnswer['status'] | ReleaseAnswer['phases'][number]['status'];
  readonly planned: Span | null;
  readonly actual: Span | null;
  readonly foreseen: Span | null;
  /** of a gate: conditions that are not ticked, and what it depends on */
  readonly waits: readonly Wait[];
}

type ForeseenTask = PreviewAnswer['phases'][number]['tasks'][number];
type Item = Pick<TaskAnswer, 'scheduledStartDate' | 'dueDate' | 'plannedDuration' | 'startDate' | 'endDate'>;
type Foreseen = Pick<PreviewAnswer, 'startDate' | 'endDate'> & Partial<Pick<ForeseenTask, 'waitsFor'>>;

const at = (date: string): number => Date.parse(date);
const span = (from: number, to: number): Span => ({ from, to: Math.max(from, to) });

/** From the planned start to the due date; one that is not there is as far from the other as the planned duration, in seconds. */
function plannedOf({ scheduledStartDate, dueDate, plannedDuration }: Item): Span | null {
  const takes = plannedDuration * 1000;
  if (scheduledStartDate !== undefined)
    return span(at(scheduledStartDate), dueDate === undefined ? at(scheduledStartDate) + takes : at(dueDate));
  return dueDate === undefined ? null : span(at(dueDate) - takes, at(dueDate));
}

/** An unfinished part lasts until now. */
const actualOf = ({ startDate, endDate }: Item, now: number): Span | null =>
  startDate === undefined ? null : span(at(startDate), endDate === undefined ? now : at(endDate));

const foreseenOf = ({ endDate }: Item, foreseen: Foreseen | undefined): Span | null =>
  endDate !== undefined || foreseen === undefined ? null : span(at(foreseen.startDate), at(foreseen.endDate));

/** All estimates, by id. */
function byId({ phases }: Pick<PreviewAnswer, 'phases'>): ReadonlyMap<string, Foreseen> {
  const within = (tasks: readonly ForeseenTask[]): readonly (readonly [string, Foreseen])[] =>
    tasks.flatMap((task) => [[task.id, task] as const, ...within(task.tasks)]);
  const all = (phase: PreviewAnswer['phases'][number]): readonly (readonly [string, Foreseen])[] => [
    [phase.id, phase],
    ...within(phase.tasks),
  ];
  return new Map(phases.flatMap(all));
}

/** The phases of a release with their tasks, in the order of its plan; `preview` contains the estimates, if any. */
export function linesOf(
  { phases }: Pick<ReleaseAnswer, 'phases'>,
  preview: Pick<PreviewAnswer, 'phases'> | undefined,
  now: number,
): readonly Line[] {
  const foreseen = preview === undefined ? new Map<string, Foreseen>() : byId(preview);
  const lineOf = (item: Item & Gate & Pick<Line, 'id' | 'title' | 'status'>, depth: number): Line => ({
    id: item.id,
    title: item.title,
    depth,
    status: item.status,
    planned: plannedOf(item),
    actual: actualOf(item, now),
    foreseen: foreseenOf(item, foreseen.get(item.id)),
    waits: waitsOf(item, foreseen.get(item.id)?.waitsFor),
  });
  const within = (tasks: readonly TaskAnswer[], depth: number): readonly Line[] =>
    tasks.flatMap((task) => [lineOf(task, depth), ...within(task.tasks ?? [], depth + 1)]);
  return phases.flatMap((phase) => [lineOf(phase, 0), ...within(phase.tasks, 1)]);
}

/** The minimum span of a timeline, in milliseconds, so that parts without a duration are visible. */
const leastShown = 60_000;

/** What of time a timeline of these lines shows: all of them and now. */
export function frameOf(lines: readonly Line[], now: number): Span {
  const spans = lines.flatMap(({ planned, actual, foreseen }) => [planned, actual, foreseen]);
  const all = spans.filter((one) => one !== null);
  const from = all.reduce((least, one) => Math.min(least, one.from), now);
  const to = all.reduce((most, one) => Math.max(most, one.to), now);
  return span(from, Math.max(to, from + leastShown));
}

/** The position of a span in a frame of a width; null if it is outside. A span without duration is one unit wide. */
export function placeIn(
  { from, to }: Span,
  frame: Span,
  width: number,
): { readonly x: number; readonly width: number } | null {
  if (to < frame.from || from > frame.to) return null;
  const unit = width / (frame.to - frame.from);
  const x = (Math.max(from, frame.from) - frame.from) * unit;
  const end = (Math.min(to, frame.to) - frame.from) * unit;
  const long = Math.max(1, Math.round(end - x));
  return { x: Math.min(Math.round(x), width - long), width: long };
}
