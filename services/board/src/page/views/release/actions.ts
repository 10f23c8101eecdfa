import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import type { Deed } from '../../data/deeds.ts';
import { isOver } from '../../parts/status.tsx';

/** Something that may be done to a task in its status. */
export interface TaskAction {
  /** the last part of its path */
  readonly path: 'complete' | 'fail' | 'skip' | 'retry' | 'reopen' | 'abort' | 'startNow';
  readonly word: string;
  /** what the status will be, where that is known before the server has said so */
  readonly next?: TaskAnswer['status'];
  readonly deed: Deed;
}

const complete: TaskAction = { path: 'complete', word: 'Complete', next: 'COMPLETED', deed: 'completeTask' };
const skip: TaskAction = { path: 'skip', word: 'Skip', next: 'SKIPPED', deed: 'skipTask' };
const abort: TaskAction = { path: 'abort', word: 'Abort', deed: 'abortTask' };
const reopen: TaskAction = { path: 'reopen', word: 'Reopen', next: 'PLANNED', deed: 'reopenTask' };

const byStatus: Readonly<Partial<Record<TaskAnswer['status'], readonly TaskAction[]>>> = {
  PLANNED: [
    { ...complete, word: 'Complete in advance', next: 'COMPLETED_IN_ADVANCE' },
    { ...skip, word: 'Skip in advance', next: 'SKIPPED_IN_ADVANCE' },
  ],
  COMPLETED_IN_ADVANCE: [reopen],
  SKIPPED_IN_ADVANCE: [reopen],
  PENDING: [{ path: 'startNow', word: 'Start now', deed: 'startTaskNow' }, skip],
  IN_PROGRESS: [complete, skip, { path: 'fail', word: 'Fail', next: 'FAILED', deed: 'failTask' }, abort],
  QUEUED: [abort],
  FAILED: [{ path: 'retry', word: 'Retry', next: 'IN_PROGRESS', deed: 'retryTask' }, skip],
};

/** What may be done to a task as it is, as far as its status tells. */
export const actionsOn = ({ status }: Pick<TaskAnswer, 'status'>): readonly TaskAction[] => byStatus[status] ?? [];

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
