import type { ReleaseResponse, TaskResponse, TaskTypeResponse } from '@slipway/api-schema/plans';
import { isFinished } from '../../components/status.tsx';

/** Something that may be done to a task in its status. */
export interface TaskAction {
  /** the last part of its path */
  readonly path: 'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort' | 'startNow';
  readonly label: string;
  /** The next status, if known before the response. */
  readonly nextStatus?: TaskResponse['status'];
  readonly action: `${'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort'}Task` | 'startTaskNow';
}

const complete: TaskAction = { path: 'complete', label: 'Complete', nextStatus: 'COMPLETED', action: 'completeTask' };
const fail: TaskAction = { path: 'fail', label: 'Fail', nextStatus: 'FAILED', action: 'failTask' };
const skip: TaskAction = { path: 'skip', label: 'Skip', nextStatus: 'SKIPPED', action: 'skipTask' };
const abort: TaskAction = { path: 'abort', label: 'Abort', action: 'abortTask' };
const reopen: TaskAction = { path: 'reopen', label: 'Reopen', nextStatus: 'PLANNED', action: 'reopenTask' };
const completeInAdvance: TaskAction = { ...complete, label: 'Mark complete', nextStatus: 'COMPLETED_IN_ADVANCE' };

const byStatus: Readonly<Partial<Record<TaskResponse['status'], readonly TaskAction[]>>> = {
  PLANNED: [completeInAdvance, { ...skip, nextStatus: 'SKIPPED_IN_ADVANCE' }],
  COMPLETED_IN_ADVANCE: [reopen],
  SKIPPED_IN_ADVANCE: [reopen],
  PENDING: [{ path: 'startNow', label: 'Start now', action: 'startTaskNow' }, skip],
  WAITING_FOR_INPUT: [skip],
  PRECONDITION_IN_PROGRESS: [abort],
  QUEUED: [abort],
  IN_PROGRESS: [complete, skip, fail, abort],
  FAILING: [skip],
  FAILED: [{ path: 'retry', label: 'Retry', nextStatus: 'IN_PROGRESS', action: 'retryTask' }, skip],
  FAILURE_HANDLER_QUEUED: [abort],
  FAILURE_HANDLER_IN_PROGRESS: [abort],
};

type TaskStatus = Pick<TaskResponse, 'status'>;
type TaskTypeFlags = Pick<TaskTypeResponse, 'group' | 'endedByPeople' | 'abortable'>;

/** Whether tasks of a type never have this action in their status, by the type data of REST. */
function isNeverAvailable(
  action: TaskAction,
  { status }: TaskStatus,
  { group, endedByPeople, abortable }: TaskTypeFlags,
): boolean {
  if (action === completeInAdvance) return group;
  if (action === complete || action === fail) return !endedByPeople;
  return action === abort && !abortable && (status === 'QUEUED' || status === 'IN_PROGRESS');
}

/** The possible actions on a task, by its status and type; undefined: the type is not loaded. */
export const availableActions = (task: TaskStatus, taskType: TaskTypeFlags | undefined): readonly TaskAction[] =>
  (byStatus[task.status] ?? []).filter((action) => taskType === undefined || !isNeverAvailable(action, task, taskType));

/** The same for a release. */
export function availableReleaseActions(release: Pick<ReleaseResponse, 'status'>) {
  const { status } = release;
  const isOpen = status !== 'TEMPLATE' && !isFinished(release);
  return {
    canStart: status === 'PLANNED',
    canResume: status === 'PAUSED',
    canRestart: isOpen && status !== 'PLANNED',
    canAbort: isOpen,
  };
}

/** Does something to a task: shows it as it will be, then as it is. Throws ApiError, OfflineError. */
export type Act = (expected: TaskResponse, send: () => Promise<TaskResponse>) => Promise<void>;
