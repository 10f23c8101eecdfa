import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { phaseColor } from '../../../components/marks/phase-color.ts';
import { type Gate, openWaits, type Wait } from './waits.ts';

/** A time range, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A phase or task, with its planned, actual and estimated time range. */
export interface Line {
  readonly id: string;
  readonly title: string;
  /** The type of a task; empty for a phase. */
  readonly type: string;
  /** The color of a phase, as a value for CSS; null for a task. */
  readonly color: string | null;
  /** The nesting depth: 0 for a phase. */
  readonly depth: number;
  readonly status: TaskResponse['status'] | ReleaseResponse['phases'][number]['status'];
  readonly planned: Span | null;
  readonly actual: Span | null;
  readonly estimated: Span | null;
  /** The unchecked conditions and open dependencies of a gate. */
  readonly waits: readonly Wait[];
}

type EstimatedTask = PreviewResponse['phases'][number]['tasks'][number];
type DatedItem = Pick<TaskResponse, 'scheduledStartDate' | 'dueDate' | 'plannedDuration' | 'startDate' | 'endDate'>;
type Estimate = Pick<PreviewResponse, 'startDate' | 'endDate'> & Partial<Pick<EstimatedTask, 'waitsFor'>>;

const toMs = (date: string): number => Date.parse(date);
const createSpan = (from: number, to: number): Span => ({ from, to: Math.max(from, to) });

/**
 * Returns the range from the planned start to the due date; null if both are missing. A missing date is calculated with
 * the planned duration (in seconds).
 */
function plannedSpan({ scheduledStartDate, dueDate, plannedDuration }: DatedItem): Span | null {
  const durationMs = plannedDuration * 1000;
  if (scheduledStartDate !== undefined)
    return createSpan(
      toMs(scheduledStartDate),
      dueDate === undefined ? toMs(scheduledStartDate) + durationMs : toMs(dueDate),
    );
  return dueDate === undefined ? null : createSpan(toMs(dueDate) - durationMs, toMs(dueDate));
}

/** Returns the range from the actual start to the actual end; to `now` if the item has not ended. */
const actualSpan = ({ startDate, endDate }: DatedItem, now: number): Span | null =>
  startDate === undefined ? null : createSpan(toMs(startDate), endDate === undefined ? now : toMs(endDate));

const estimatedSpan = ({ endDate }: DatedItem, estimated: Estimate | undefined): Span | null =>
  endDate !== undefined || estimated === undefined
    ? null
    : createSpan(toMs(estimated.startDate), toMs(estimated.endDate));

/** Returns the estimates of all phases and tasks, by id. */
function estimatesById({ phases }: Pick<PreviewResponse, 'phases'>): ReadonlyMap<string, Estimate> {
  const visit = (tasks: readonly EstimatedTask[]): readonly (readonly [string, Estimate])[] =>
    tasks.flatMap((task) => [[task.id, task] as const, ...visit(task.tasks)]);
  const all = (phase: PreviewResponse['phases'][number]): readonly (readonly [string, Estimate])[] => [
    [phase.id, phase],
    ...visit(phase.tasks),
  ];
  return new Map(phases.flatMap(all));
}

/** Returns the phases and tasks of a release, in the order of its plan. `preview` contains the estimates. */
export function createLines(
  { phases }: Pick<ReleaseResponse, 'phases'>,
  preview: Pick<PreviewResponse, 'phases'> | undefined,
  now: number,
): readonly Line[] {
  const estimated = preview === undefined ? new Map<string, Estimate>() : estimatesById(preview);
  const createLine = (
    item: DatedItem & Gate & Pick<Line, 'id' | 'title' | 'status'> & { readonly type?: string },
    depth: number,
    color: string | null = null,
  ): Line => ({
    id: item.id,
    title: item.title,
    type: depth === 0 ? '' : (item.type ?? ''),
    color,
    depth,
    status: item.status,
    planned: plannedSpan(item),
    actual: actualSpan(item, now),
    estimated: estimatedSpan(item, estimated.get(item.id)),
    waits: openWaits(item, estimated.get(item.id)?.waitsFor),
  });
  const visit = (tasks: readonly TaskResponse[], depth: number): readonly Line[] =>
    tasks.flatMap((task) => [createLine(task, depth), ...visit(task.tasks ?? [], depth + 1)]);
  return phases.flatMap((phase, position) => [
    createLine(phase, 0, phaseColor(phase.color, position)),
    ...visit(phase.tasks, 1),
  ]);
}
