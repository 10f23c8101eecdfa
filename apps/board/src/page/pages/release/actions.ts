import type { ReleaseResponse, TaskResponse, TaskTypeResponse } from '@slipway/api-schema/plans';
import { isFinished } from '../../components/marks/status.tsx';
import { t } from '../../navigation/text.ts';

/** An action on a task. */
export interface TaskAction {
  /** The last segment of the path of its REST endpoint. */
  readonly path: 'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort' | 'startNow';
  readonly label: string;
  /** The status to show until the server responds; undefined if it cannot be predicted. */
  readonly nextStatus?: TaskResponse['status'];
  readonly action: `${'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort'}Task` | 'startTaskNow';
}

/** Whether the action makes the task fail. */
export const isDangerous = ({ path }: TaskAction): boolean => path === 'fail' || path === 'abort';

/** Whether a dialog confirms the action, because it ends the task without its result. */
export const isConfirmed = (action: TaskAction): boolean => action.path === 'skip' || isDangerous(action);

const complete: TaskAction = {
  path: 'complete',
  label: t('Complete'),
  nextStatus: 'COMPLETED',
  action: 'completeTask',
};
const fail: TaskAction = { path: 'fail', label: t('Fail'), nextStatus: 'FAILED', action: 'failTask' };
const skip: TaskAction = { path: 'skip', label: t('Skip'), nextStatus: 'SKIPPED', action: 'skipTask' };
const abort: TaskAction = { path: 'abort', label: t('Abort'), action: 'abortTask' };
const reopen: TaskAction = { path: 'reopen', label: t('Reopen'), nextStatus: 'PLANNED', action: 'reopenTask' };
const completeInAdvance: TaskAction = { ...complete, label: t('Mark complete'), nextStatus: 'COMPLETED_IN_ADVANCE' };

const byStatus: Readonly<Partial<Record<TaskResponse['status'], readonly TaskAction[]>>> = {
  PLANNED: [completeInAdvance, { ...skip, nextStatus: 'SKIPPED_IN_ADVANCE' }],
  COMPLETED_IN_ADVANCE: [reopen],
  SKIPPED_IN_ADVANCE: [reopen],
  PENDING: [{ path: 'startNow', label: t('Start now'), action: 'startTaskNow' }, skip],
  WAITING_FOR_INPUT: [skip],
  PRECONDITION_IN_PROGRESS: [abort],
  QUEUED: [abort],
  IN_PROGRESS: [complete, skip, fail, abort],
  FAILING: [skip],
  FAILED: [{ path: 'retry', label: t('Retry'), nextStatus: 'IN_PROGRESS', action: 'retryTask' }, skip],
  FAILURE_HANDLER_QUEUED: [abort],
  FAILURE_HANDLER_IN_PROGRESS: [abort],
};

type TaskStatus = Pick<TaskResponse, 'status'>;
type TaskTypeFlags = Pick<TaskTypeResponse, 'group' | 'endedByPeople' | 'abortable'>;

/** Whether the type of a task, as REST describes it, rules out the action in this status. */
function isNeverAvailable(
  action: TaskAction,
  { status }: TaskStatus,
  { group, endedByPeople, abortable }: TaskTypeFlags,
): boolean {
  if (action === completeInAdvance) return group;
  if (action === complete || action === fail) return !endedByPeople;
  return action === abort && !abortable && (status === 'QUEUED' || status === 'IN_PROGRESS');
}

/**
 * Returns the actions on a task for its status and type. An undefined type, which is not loaded, excludes no action.
 */
export const availableActions = (task: TaskStatus, taskType: TaskTypeFlags | undefined): readonly TaskAction[] =>
  (byStatus[task.status] ?? []).filter((action) => taskType === undefined || !isNeverAvailable(action, task, taskType));

/** Returns the actions that the status of a release allows. */
export function availableReleaseActions(release: Pick<ReleaseResponse, 'status'>) {
  const { status } = release;
  const isOpen = status !== 'TEMPLATE' && !isFinished(release);
  return {
    canStart: status === 'PLANNED',
    canResume: status === 'PAUSED',
    canRestart: isOpen && status !== 'PLANNED',
    canAbort: isOpen,
    canEdit: isOpen,
  };
}

const endedStatuses: readonly TaskResponse['status'][] = ['COMPLETED', 'SKIPPED', 'ABORTED'];

/** Whether a task has ended, so that the server rejects changes of it. */
export const hasEnded = ({ status }: TaskStatus): boolean => endedStatuses.includes(status);

/** Sends an action on a task. Shows `expected` until the server responds. Throws ApiError, OfflineError. */
export type Act = (expected: TaskResponse, send: () => Promise<TaskResponse>) => Promise<void>;
