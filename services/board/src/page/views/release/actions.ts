import type { ReleaseAnswer, TaskAnswer, TaskTypeAnswer } from '@slipway/wire';
import { isOver } from '../../parts/status.tsx';

/** Something that may be done to a task in its status. */
export interface TaskAction {
  /** the last part of its path */
  readonly path: 'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort' | 'startNow';
  readonly word: string;
  /** The next status, if known before the response. */
  readonly next?: TaskAnswer['status'];
  readonly deed: `${'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort'}Task` | 'startTaskNow';
}

const complete: TaskAction = { path: 'complete', word: 'Complete', next: 'COMPLETED', deed: 'completeTask' };
const fail: TaskAction = { path: 'fail', word: 'Fail', next: 'FAILED', deed: 'failTask' };
const skip: TaskAction = { path: 'skip', word: 'Skip', next: 'SKIPPED', deed: 'skipTask' };
const abort: TaskAction = { path: 'abort', word: 'Abort', deed: 'abortTask' };
const reopen: TaskAction = { path: 'reopen', word: 'Reopen', next: 'PLANNED', deed: 'reopenTask' };
const completeInAdvance: TaskAction = { ...complete, word: 'Complete in advance', next: 'COMPLETED_IN_ADVANCE' };

const byStatus: Readonly<Partial<Record<TaskAnswer['status'], readonly TaskAction[]>>> = {
  PLANNED: [completeInAdvance, { ...skip, word: 'Skip in advance', next: 'SKIPPED_IN_ADVANCE' }],
  COMPLETED_IN_ADVANCE: [reopen],
  SKIPPED_IN_ADVANCE: [reopen],
  PENDING: [{ path: 'startNow', word: 'Start now', deed: 'startTaskNow' }, skip],
  WAITING_FOR_INPUT: [skip],
  PRECONDITION_IN_PROGRESS: [abort],
  QUEUED: [abort],
  IN_PROGRESS: [complete, skip, fail, abort],
  FAILING: [skip],
  FAILED: [{ path: 'retry', word: 'Retry', next: 'IN_PROGRESS', deed: 'retryTask' }, skip],
  FAILURE_HANDLER_QUEUED: [abort],
  FAILURE_HANDLER_IN_PROGRESS: [abort],
};

type Acted = Pick<TaskAnswer, 'status'>;
type Kind = Pick<TaskTypeAnswer, 'group' | 'endedByPeople' | 'abortable'>;

/** Whether tasks of a type never have this action in their status, by the type data of REST. */
function isNever(action: TaskAction, { status }: Acted, { group, endedByPeople, abortable }: Kind): boolean {
  if (action === completeInAdvance) return group;
  if (action === complete || action === fail) return !endedByPeople;
  return action === abort && !abortable && (status === 'QUEUED' || status === 'IN_PROGRESS');
}

/** The possible actions on a task, by its status and type; undefined: the type is not loaded. */
export const actionsOn = (task: Acted, kind: Kind | undefined): readonly TaskAction[] =>
  (byStatus[task.status] ?? []).filter((action) => kind === undefined || !isNever(action, task, kind));

/** The same for a release. */
export function releaseActionsOn(release: Pick<ReleaseAnswer, 'status'>) {
  const { status } = release;
  const isOpen = status !== 'TEMPLATE' && !isOver(release);
  return {
    canStart: status === 'PLANNED',
    canResume: status === 'PAUSED',
    canRestart: isOpen && status !== 'PLANNED',
    canAbort: isOpen,
  };
}

/** Does something to a task: shows it as it will be, then as it is. Throws Refused, Away. */
export type Act = (foreseen: TaskAnswer, done: () => Promise<TaskAnswer>) => Promise<void>;
