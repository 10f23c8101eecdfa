import type { ActivityType, PhaseStatus, ReleaseStatus, TaskStatus } from '@slipway/domain';
import { phaseEdges, releaseEdges, taskEdges } from '../../libs/domain/src/testing/edges.ts';

/** A line of the activity log, in its order. */
export interface Line {
  readonly targetId: string;
  readonly activityType: string;
}

type Status = ReleaseStatus | PhaseStatus | TaskStatus;
type Meaning = readonly [of: 'release' | 'phase' | 'task', status: Status];

/** The meaning of a line for the status of its target. */
const meanings = new Map<string, Meaning>(
  Object.entries({
    RELEASE_STARTED: ['release', 'IN_PROGRESS'],
    RELEASE_STARTED_FROM_CREATE_RELEASE_TASK: ['release', 'IN_PROGRESS'],
    RELEASE_FAILING: ['release', 'FAILING'],
    RELEASE_FAILED: ['release', 'FAILED'],
    RELEASE_COMPLETED: ['release', 'COMPLETED'],
    RELEASE_ABORTED: ['release', 'ABORTED'],
    PHASE_STARTED: ['phase', 'IN_PROGRESS'],
    PHASE_FAILING: ['phase', 'FAILING'],
    PHASE_FAILED: ['phase', 'FAILED'],
    PHASE_COMPLETED: ['phase', 'COMPLETED'],
    PHASE_CLOSED: ['phase', 'SKIPPED'],
    TASK_STARTED: ['task', 'IN_PROGRESS'],
    TASK_DELAYED: ['task', 'PENDING'],
    TASK_WAITING_FOR_INPUT: ['task', 'WAITING_FOR_INPUT'],
    TASK_COMPLETED: ['task', 'COMPLETED'],
    TASK_SKIPPED: ['task', 'SKIPPED'],
    TASK_FAILING: ['task', 'FAILING'],
    TASK_FAILED: ['task', 'FAILED'],
  } as const satisfies Partial<Record<ActivityType, Meaning>>),
);

const edges: Readonly<Record<Meaning[0], Readonly<Record<string, readonly string[]>>>> = {
  release: releaseEdges,
  phase: phaseEdges,
  task: taskEdges,
};

/**
 * The impossible entries of a log (states.md): transitions without an edge, repeated ones, and histories whose end
 * differs from the stored status.
 */
export function impossible(lines: readonly Line[], stored: ReadonlyMap<string, string>): readonly string[] {
  const standing = new Map<string, string>();
  const found: string[] = [];
  for (const { targetId, activityType } of lines) {
    const meaning = meanings.get(activityType);
    if (meaning === undefined) continue;
    const [of, status] = meaning;
    const before = standing.get(targetId) ?? 'PLANNED';
    if (!edges[of][before]?.includes(status)) found.push(`${targetId} went from ${before} to ${status}`);
    standing.set(targetId, status);
  }
  for (const [id, status] of stored) {
    const told = standing.get(id) ?? 'PLANNED';
    if (told !== status) found.push(`${id} is ${status} and according to its log ${told}`);
  }
  return found;
}
