import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { phaseColor } from '../../components/marks/phase-color.ts';
import { isParallelGroup } from '../../components/marks/task-kinds.ts';
import { lastSegment } from '../../navigation/ids.ts';
import type { Span } from '../calendar/days.ts';

type PreviewTask = PreviewResponse['phases'][number]['tasks'][number];
type TemplateTask = Pick<TaskResponse, 'links' | 'tasks'>;

/** A delay of a task by its planned start or by a blackout. Times are in milliseconds since 1970. */
export interface Delay {
  readonly title: string;
  readonly by: 'date' | 'blackout';
  /** When the task could start otherwise. */
  readonly readyAt: number;
  readonly until: number;
}

/** A phase with its estimated time range. */
export interface PlanRow extends Span {
  readonly id: string;
  readonly title: string;
  /** The color as a value for CSS. */
  readonly color: string;
  readonly delays: readonly Delay[];
  /** The parts of the time range in which a task runs or no blackout delays one. */
  readonly parts: readonly Span[];
}

/** The last segments of the ids of the tasks to which others are linked in parallel groups, by those of the others. */
type Sources = ReadonlyMap<string, readonly string[]>;

const linksIn = (tasks: readonly TemplateTask[]): NonNullable<TemplateTask['links']> =>
  tasks.flatMap(({ links = [], tasks: children = [] }) => [...links, ...linksIn(children)]);

function sourcesIn({ phases }: Pick<ReleaseResponse, 'phases'>): Sources {
  const links = linksIn(phases.flatMap(({ tasks }) => tasks));
  const byTarget = Map.groupBy(links, ({ target }) => lastSegment(target));
  return new Map([...byTarget].map(([id, all]) => [id, all.map(({ source }) => lastSegment(source))]));
}

/**
 * Returns the delays of tasks. They start one after the other, or in a parallel group together, each after the tasks
 * that are linked to it.
 */
function delaysIn(
  tasks: readonly PreviewTask[],
  start: number,
  { isParallel, sources }: { readonly isParallel: boolean; readonly sources: Sources },
): readonly Delay[] {
  const ends = new Map(tasks.map(({ id, endDate }) => [lastSegment(id), Date.parse(endDate)]));
  let reachedAt = start;
  return tasks.flatMap(({ id, title, heldUntil, heldBy, startDate, endDate, type, tasks: children }) => {
    const sourceEnds = (sources.get(lastSegment(id)) ?? []).flatMap((source) => ends.get(source) ?? []);
    const readyAt = isParallel ? Math.max(start, ...sourceEnds) : reachedAt;
    reachedAt = Math.max(reachedAt, Date.parse(endDate));
    const own =
      heldUntil === undefined || heldBy === undefined
        ? []
        : [{ title, by: heldBy, readyAt, until: Date.parse(heldUntil) }];
    return [...own, ...delaysIn(children, Date.parse(startDate), { isParallel: isParallelGroup(type), sources })];
  });
}

/** Returns the time ranges of tasks without those of groups. */
const runsIn = (tasks: readonly PreviewTask[]): readonly Span[] =>
  tasks.flatMap(({ startDate, endDate, tasks: children }) =>
    children.length > 0 ? runsIn(children) : [{ from: Date.parse(startDate), to: Date.parse(endDate) }],
  );

/** Returns the parts of a time range outside other time ranges, in order. */
const subtract = (range: Span, others: readonly Span[]): readonly Span[] =>
  others
    .filter(({ from, to }) => from < to)
    .reduce<readonly Span[]>(
      (parts, { from, to }) =>
        parts.flatMap((part) =>
          [
            { from: part.from, to: Math.min(part.to, from) },
            { from: Math.max(part.from, to), to: part.to },
          ].filter((rest) => rest.from < rest.to),
        ),
      [range],
    );

/** Returns the parts of a time range outside the delays by blackouts. A delay has no effect while another task runs. */
function partsOf(range: Span, delays: readonly Delay[], tasks: readonly PreviewTask[]): readonly Span[] {
  const runs = runsIn(tasks);
  const idle = delays
    .filter(({ by }) => by === 'blackout')
    .flatMap(({ readyAt, until }) => subtract({ from: readyAt, to: until }, runs));
  return subtract(range, idle);
}

/** Returns the phases of a preview. `template` has their colors and the links of tasks. */
export function planRows(
  { phases }: Pick<PreviewResponse, 'phases'>,
  template: Pick<ReleaseResponse, 'phases'>,
): readonly PlanRow[] {
  const sources = sourcesIn(template);
  return phases.map(({ id, title, startDate, endDate, tasks }, position) => {
    const phase = template.phases.find((item) => lastSegment(item.id) === lastSegment(id));
    const [from, to] = [Date.parse(startDate), Date.parse(endDate)];
    const delays = delaysIn(tasks, from, { isParallel: false, sources });
    const color = phaseColor(phase?.color, position);
    return { id, title, from, to, color, delays, parts: partsOf({ from, to }, delays, tasks) };
  });
}

/** Returns the duration of a delay in milliseconds. */
export const delayMs = ({ readyAt, until }: Delay): number => until - readyAt;

/** Returns the time in which blackouts delay a phase and no task runs, in milliseconds. */
export const idleMs = ({ from, to, parts }: PlanRow): number =>
  parts.reduce((rest, part) => rest - (part.to - part.from), to - from);

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

/** Returns the blackout that causes a delay: the last one that ends before the task starts; undefined if it is unknown. */
export const delayingBlackout = (blackouts: readonly NamedBlackout[], { until }: Delay): NamedBlackout | undefined =>
  blackouts.filter(({ to }) => to <= until).toSorted((a, b) => b.to - a.to)[0];
