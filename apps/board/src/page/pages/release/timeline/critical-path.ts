import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { isParallelGroup } from '../../../components/marks/task-kinds.ts';
import { lastSegment } from '../../../navigation/ids.ts';

/** A task or phase with its estimated time, in milliseconds since 1970. */
export interface Step {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly isDone: boolean;
  /** Whether the steps inside run at the same time, except for their order. */
  readonly isParallel: boolean;
  /** The steps that must end before this step starts, among the steps beside it. */
  readonly after: readonly string[];
  readonly steps: readonly Step[];
}

/** A step that ends this much earlier than the next one starts has slack. */
const toleranceMs = 1000;

/**
 * Returns the ids of the unfinished steps whose delay delays the last step: from the end backward, each step that the
 * next one waits for. A step with slack, because the next one waits for its date or a blackout, ends the path.
 */
export function criticalPath(phases: readonly Step[]): ReadonlySet<string> {
  const marked = new Set<string>();
  /** Marks a step that ends when the next one starts. Returns its start; null if the path ends in it. */
  const visit = (step: Step, nextStart: number): number | null => {
    if (step.isDone || step.to < nextStart - toleranceMs) return null;
    marked.add(step.id);
    if (step.steps.length === 0) return step.from;
    return step.isParallel ? visitParallel(step.steps) : visitInOrder(step.steps, step.to);
  };
  const visitInOrder = (steps: readonly Step[], nextStart: number): number | null =>
    steps.reduceRight<number | null>((start, step) => (start === null ? null : visit(step, start)), nextStart);
  /** Visits the last of the steps, and before each step the last one that it follows. Returns the earliest start. */
  const visitParallel = (steps: readonly Step[]): number | null => {
    const last = steps.reduce<Step | null>((latest, step) => (latest && latest.to >= step.to ? latest : step), null);
    let current = last;
    let start: number | null = last?.to ?? null;
    while (current !== null && start !== null && !marked.has(current.id)) {
      const { after } = current;
      start = visit(current, start);
      current = steps
        .filter(({ id }) => after.includes(id))
        .reduce<Step | null>((latest, step) => (latest && latest.to >= step.to ? latest : step), null);
    }
    return start;
  };
  const end = phases.at(-1)?.to;
  if (end !== undefined) visitInOrder(phases, end);
  return marked;
}

interface Estimate {
  readonly id: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  readonly tasks: readonly Estimate[];
}

const doneStatuses: readonly string[] = [
  'COMPLETED',
  'COMPLETED_IN_ADVANCE',
  'SKIPPED',
  'SKIPPED_IN_ADVANCE',
  'ABORTED',
];

/** Returns the parallel groups of a release, and the ids of the tasks that must end before each of their tasks. */
function orderOf(phases: ReleaseResponse['phases']) {
  const groups = new Set<string>();
  const after = new Map<string, readonly string[]>();
  const visit = (tasks: readonly TaskResponse[]): void => {
    for (const { id, type, links = [], tasks: children = [] } of tasks) {
      if (isParallelGroup(type)) groups.add(id);
      for (const { source, target } of links) {
        const key = `${id}/${lastSegment(target)}`;
        after.set(key, [...(after.get(key) ?? []), `${id}/${lastSegment(source)}`]);
      }
      visit(children);
    }
  };
  for (const { tasks } of phases) visit(tasks);
  return { groups, after };
}

/** Returns the phases of a release as steps with their estimates, for the critical path. */
export function stepsOf(
  { phases }: Pick<ReleaseResponse, 'phases'>,
  preview: Pick<PreviewResponse, 'phases'>,
): readonly Step[] {
  const { groups, after } = orderOf(phases);
  const stepOf = ({ id, startDate, endDate, status, tasks }: Estimate): Step => ({
    id,
    from: Date.parse(startDate),
    to: Date.parse(endDate),
    isDone: doneStatuses.includes(status),
    isParallel: groups.has(id),
    after: after.get(id) ?? [],
    steps: tasks.map(stepOf),
  });
  return preview.phases.map(stepOf);
}
