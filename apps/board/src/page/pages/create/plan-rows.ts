import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { phaseColor } from '../../components/marks/phase-color.ts';
import { isParallelGroup } from '../../components/marks/task-kinds.ts';
import { lastSegment } from '../../navigation/ids.ts';
import type { Span } from '../calendar/days.ts';

type PreviewTask = PreviewResponse['phases'][number]['tasks'][number];

/** A wait of a task for its planned start or for the end of a blackout. Times are in milliseconds since 1970. */
export interface Hold {
  readonly title: string;
  readonly by: 'date' | 'blackout';
  /** When the task could start otherwise; null if that depends on the links of a parallel group. */
  readonly readyAt: number | null;
  readonly until: number;
}

/** A phase with its estimated time range. */
export interface PlanRow extends Span {
  readonly id: string;
  readonly title: string;
  /** The color as a value for CSS. */
  readonly color: string;
  readonly holds: readonly Hold[];
  /** The parts of the time range in which no blackout holds the phase. */
  readonly parts: readonly Span[];
}

/** Returns the holds of tasks that start one after the other, or together in a parallel group. */
function holdsIn(tasks: readonly PreviewTask[], start: number, isParallel: boolean): readonly Hold[] {
  let reachedAt = start;
  return tasks.flatMap((task) => {
    const { title, heldUntil, heldBy, startDate, endDate, type, tasks: children } = task;
    const readyAt = isParallel ? null : reachedAt;
    reachedAt = Math.max(reachedAt, Date.parse(endDate));
    const own =
      heldUntil === undefined || heldBy === undefined
        ? []
        : [{ title, by: heldBy, readyAt, until: Date.parse(heldUntil) }];
    return [...own, ...holdsIn(children, Date.parse(startDate), isParallelGroup(type))];
  });
}

/** Returns the parts of a time range outside the known holds by blackouts. */
function partsBetween({ from, to }: Span, holds: readonly Hold[]): readonly Span[] {
  const starts = holds.flatMap(({ by, readyAt, until }) =>
    by === 'blackout' && readyAt !== null ? [[readyAt, until]] : [],
  );
  const edges = [from, ...starts.flat(), to];
  return edges
    .flatMap((start, index) => (index % 2 === 0 ? [{ from: start, to: edges[index + 1] ?? to }] : []))
    .filter((part) => part.to > part.from || from === to);
}

/** Returns the phases of a preview. `template` has their colors. */
export const planRows = (
  { phases }: Pick<PreviewResponse, 'phases'>,
  template: Pick<ReleaseResponse, 'phases'>,
): readonly PlanRow[] =>
  phases.map(({ id, title, startDate, endDate, tasks }, position) => {
    const phase = template.phases.find((item) => lastSegment(item.id) === lastSegment(id));
    const [from, to] = [Date.parse(startDate), Date.parse(endDate)];
    const holds = holdsIn(tasks, from, false);
    const color = phaseColor(phase?.color, position);
    return { id, title, from, to, color, holds, parts: partsBetween({ from, to }, holds) };
  });

/** Returns the duration of a hold in milliseconds; 0 if it is unknown. */
export const holdMs = ({ readyAt, until }: Hold): number => (readyAt === null ? 0 : until - readyAt);

/** A blackout with its name. */
export interface NamedBlackout extends Span {
  readonly label: string;
}

/** Returns the blackouts that apply to a folder: those for all folders, for the folder, and for a folder around it. */
export const blackoutsFor = (blackouts: readonly BlackoutResponse[], folderId: string): readonly NamedBlackout[] =>
  blackouts
    .filter(
      (blackout) => blackout.folderId === undefined || folderId.split('/').includes(lastSegment(blackout.folderId)),
    )
    .map(({ label, startDate, endDate }) => ({ label, from: Date.parse(startDate), to: Date.parse(endDate) }));

/** Returns the blackout that contains a time; undefined if there is none. */
export const blackoutAt = (blackouts: readonly NamedBlackout[], at: number): NamedBlackout | undefined =>
  blackouts.find(({ from, to }) => from <= at && at < to);

/** Returns the blackout that ends a hold: the last one that ends before the task starts; undefined if it is unknown. */
export const holdingBlackout = (blackouts: readonly NamedBlackout[], { until }: Hold): NamedBlackout | undefined =>
  blackouts.filter(({ to }) => to <= until).toSorted((a, b) => b.to - a.to)[0];
