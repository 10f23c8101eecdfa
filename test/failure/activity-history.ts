import type { ActivityType } from '@slipway/domain/decision';
import type { PhaseStatus, ReleaseStatus, TaskStatus } from '@slipway/domain/model';
import { phaseEdges, releaseEdges, taskEdges } from '../../libs/domain/src/testing/edges.ts';

/** An entry of the activity log. */
export interface ActivityLine {
  readonly targetId: string;
  readonly activityType: string;
}

type Status = ReleaseStatus | PhaseStatus | TaskStatus;
type StatusChange = readonly [of: 'release' | 'phase' | 'task', status: Status];

/** The effect of an entry on the status of its target. */
const statusChanges = new Map<string, StatusChange>(
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
  } as const satisfies Partial<Record<ActivityType, StatusChange>>),
);

const edges: Readonly<Record<StatusChange[0], Readonly<Record<string, readonly string[]>>>> = {
  release: releaseEdges,
  phase: phaseEdges,
  task: taskEdges,
};

/**
 * Returns the impossible entries of a log (states.md): invalid or repeated transitions, and histories whose last
 * status differs from the stored status.
 */
export function findImpossibleTransitions(
  lines: readonly ActivityLine[],
  stored: ReadonlyMap<string, string>,
): readonly string[] {
  const statuses = new Map<string, string>();
  const errors: string[] = [];
  for (const { targetId, activityType } of lines) {
    const statusChange = statusChanges.get(activityType);
    if (statusChange === undefined) continue;
    const [kind, status] = statusChange;
    const before = statuses.get(targetId) ?? 'PLANNED';
    if (!edges[kind][before]?.includes(status))
      errors.push(`${targetId} changed from ${before} to ${status}, which is not allowed`);
    statuses.set(targetId, status);
  }
  for (const [id, status] of stored) {
    const loggedStatus = statuses.get(id) ?? 'PLANNED';
    if (loggedStatus !== status) errors.push(`${id} is ${status}, but its log ends with ${loggedStatus}`);
  }
  return errors;
}
