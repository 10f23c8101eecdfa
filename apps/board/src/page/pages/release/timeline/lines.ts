import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { type Gate, openWaits, type Wait } from './waits.ts';

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
  readonly status: TaskResponse['status'] | ReleaseResponse['phases'][number]['status'];
  readonly planned: Span | null;
  readonly actual: Span | null;
  readonly estimated: Span | null;
  /** of a gate: conditions that are not ticked, and what it depends on */
  readonly waits: readonly Wait[];
}

type EstimatedTask = PreviewResponse['phases'][number]['tasks'][number];
type DatedItem = Pick<TaskResponse, 'scheduledStartDate' | 'dueDate' | 'plannedDuration' | 'startDate' | 'endDate'>;
type Estimate = Pick<PreviewResponse, 'startDate' | 'endDate'> & Partial<Pick<EstimatedTask, 'waitsFor'>>;

const toMs = (date: string): number => Date.parse(date);
const createSpan = (from: number, to: number): Span => ({ from, to: Math.max(from, to) });

/** From the planned start to the due date; one that is not there is as far from the other as the planned duration, in seconds. */
function plannedSpan({ scheduledStartDate, dueDate, plannedDuration }: DatedItem): Span | null {
  const durationMs = plannedDuration * 1000;
  if (scheduledStartDate !== undefined)
    return createSpan(
      toMs(scheduledStartDate),
      dueDate === undefined ? toMs(scheduledStartDate) + durationMs : toMs(dueDate),
    );
  return dueDate === undefined ? null : createSpan(toMs(dueDate) - durationMs, toMs(dueDate));
}

/** An unfinished part lasts until now. */
const actualSpan = ({ startDate, endDate }: DatedItem, now: number): Span | null =>
  startDate === undefined ? null : createSpan(toMs(startDate), endDate === undefined ? now : toMs(endDate));

const estimatedSpan = ({ endDate }: DatedItem, estimated: Estimate | undefined): Span | null =>
  endDate !== undefined || estimated === undefined
    ? null
    : createSpan(toMs(estimated.startDate), toMs(estimated.endDate));

/** All estimates, by id. */
function estimatesById({ phases }: Pick<PreviewResponse, 'phases'>): ReadonlyMap<string, Estimate> {
  const visit = (tasks: readonly EstimatedTask[]): readonly (readonly [string, Estimate])[] =>
    tasks.flatMap((task) => [[task.id, task] as const, ...visit(task.tasks)]);
  const all = (phase: PreviewResponse['phases'][number]): readonly (readonly [string, Estimate])[] => [
    [phase.id, phase],
    ...visit(phase.tasks),
  ];
  return new Map(phases.flatMap(all));
}

/** The phases of a release with their tasks, in the order of its plan; `preview` contains the estimates, if any. */
export function createLines(
  { phases }: Pick<ReleaseResponse, 'phases'>,
  preview: Pick<PreviewResponse, 'phases'> | undefined,
  now: number,
): readonly Line[] {
  const estimated = preview === undefined ? new Map<string, Estimate>() : estimatesById(preview);
  const createLine = (item: DatedItem & Gate & Pick<Line, 'id' | 'title' | 'status'>, depth: number): Line => ({
    id: item.id,
    title: item.title,
    depth,
    status: item.status,
    planned: plannedSpan(item),
    actual: actualSpan(item, now),
    estimated: estimatedSpan(item, estimated.get(item.id)),
    waits: openWaits(item, estimated.get(item.id)?.waitsFor),
  });
  const visit = (tasks: readonly TaskResponse[], depth: number): readonly Line[] =>
    tasks.flatMap((task) => [createLine(task, depth), ...visit(task.tasks ?? [], depth + 1)]);
  return phases.flatMap((phase) => [createLine(phase, 0), ...visit(phase.tasks, 1)]);
}

/** The minimum span of a timeline, in milliseconds, so that parts without a duration are visible. */
const minRangeMs = 60_000;

/** The time range of a timeline: all lines, and now. */
export function timeRange(lines: readonly Line[], now: number): Span {
  const spans = lines.flatMap(({ planned, actual, estimated }) => [planned, actual, estimated]);
  const all = spans.filter((item) => item !== null);
  const from = all.reduce((earliest, item) => Math.min(earliest, item.from), now);
  const to = all.reduce((latest, item) => Math.max(latest, item.to), now);
  return createSpan(from, Math.max(to, from + minRangeMs));
}

/** The position of a span in a frame of a width; null if it is outside. A span without duration is one unit wide. */
export function barPosition(
  { from, to }: Span,
  range: Span,
  width: number,
): { readonly x: number; readonly width: number } | null {
  if (to < range.from || from > range.to) return null;
  const unit = width / (range.to - range.from);
  const x = (Math.max(from, range.from) - range.from) * unit;
  const end = (Math.min(to, range.to) - range.from) * unit;
  const barWidth = Math.max(1, Math.round(end - x));
  return { x: Math.min(Math.round(x), width - barWidth), width: barWidth };
}
