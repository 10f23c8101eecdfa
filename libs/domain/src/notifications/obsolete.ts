import type { EventTypeName } from '../model/catalogs/event-types.ts';
import { isEnded, isInAdvance, isOver, type ReleaseStatus, type TaskStatus } from '../model/status.ts';

/** The present state of the objects of an event; null: the object does not exist or has no such part. */
export interface PresentState {
  readonly taskStatus: TaskStatus | null;
  readonly releaseStatus: ReleaseStatus | null;
}

const needsAction = ({ taskStatus, releaseStatus }: PresentState): boolean =>
  taskStatus !== null &&
  !isEnded(taskStatus) &&
  !isInAdvance(taskStatus) &&
  releaseStatus !== null &&
  !isOver(releaseStatus);

/**
 * Whether an event still concerns its recipients when its message is sent: a task that is done needs no action, and a
 * failure that was fixed needs no alert (section 4, Validity).
 */
export function stillApplies(type: EventTypeName, state: PresentState): boolean {
  switch (type) {
    case 'task.assigned':
    case 'task.started':
    case 'approval.requested':
    case 'approval.invalidated':
    case 'task.dueSoon':
    case 'task.overdue':
      return needsAction(state);
    case 'task.inputRequired':
      return needsAction(state) && state.taskStatus === 'WAITING_FOR_INPUT';
    case 'task.failed':
      return needsAction(state) && state.taskStatus === 'FAILED';
    case 'release.failing':
      return state.releaseStatus === 'FAILING' || state.releaseStatus === 'FAILED';
    case 'release.failed':
      return state.releaseStatus === 'FAILED';
    case 'release.overdue':
      return state.releaseStatus !== null && !isOver(state.releaseStatus);
    case 'task.unassigned':
    case 'task.flagged':
    case 'task.commented':
    case 'comment.mentioned':
    case 'release.started':
    case 'release.completed':
    case 'release.aborted':
    case 'release.flagged':
    case 'release.atRisk':
    case 'deployment.finished':
      return state.releaseStatus !== null;
    case 'trigger.failed':
    case 'subscription.disabled':
    case 'token.expiring':
    case 'dashboard.weekly':
      return true;
  }
}
