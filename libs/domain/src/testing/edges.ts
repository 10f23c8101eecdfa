import type { PhaseStatus, ReleaseStatus, TaskStatus } from '../model/status.ts';

/**
 * The possible next statuses after each status, between two settled states of a plan (states.md). One input can follow
 * several edges: a retried task can already have completed automatically.
 */
export const releaseEdges: Readonly<Record<ReleaseStatus, readonly ReleaseStatus[]>> = {
  TEMPLATE: [],
  PLANNED: ['IN_PROGRESS', 'FAILING', 'FAILED', 'COMPLETED', 'ABORTED'],
  IN_PROGRESS: ['FAILING', 'FAILED', 'PAUSED', 'COMPLETED', 'ABORTED'],
  FAILING: ['IN_PROGRESS', 'FAILED', 'PAUSED', 'COMPLETED', 'ABORTED'],
  FAILED: ['IN_PROGRESS', 'FAILING', 'PAUSED', 'COMPLETED', 'ABORTED'],
  PAUSED: ['IN_PROGRESS', 'FAILING', 'FAILED', 'COMPLETED', 'ABORTED'],
  COMPLETED: [],
  ABORTED: [],
};

/** A planned phase can end in one step if nothing in it has to wait. */
export const phaseEdges: Readonly<Record<PhaseStatus, readonly PhaseStatus[]>> = {
  PLANNED: ['IN_PROGRESS', 'FAILING', 'FAILED', 'COMPLETED', 'SKIPPED', 'ABORTED'],
  IN_PROGRESS: ['FAILING', 'FAILED', 'COMPLETED', 'SKIPPED', 'ABORTED'],
  FAILING: ['IN_PROGRESS', 'FAILED', 'COMPLETED', 'SKIPPED', 'ABORTED'],
  FAILED: ['IN_PROGRESS', 'FAILING', 'COMPLETED', 'SKIPPED', 'ABORTED'],
  COMPLETED: [],
  SKIPPED: [],
  ABORTED: [],
};

/** The possible statuses of a task after its activation, including automatic tasks. */
const activated = [
  'PENDING',
  'WAITING_FOR_INPUT',
  'PRECONDITION_IN_PROGRESS',
  'QUEUED',
  'IN_PROGRESS',
  'FAILING',
  'FAILED',
  'FAILURE_HANDLER_QUEUED',
  'COMPLETED',
] as const;
const ended = ['SKIPPED', 'ABORTED'] as const;

/**
 * The activation is strictly ordered: no status returns to an earlier one, such as WAITING_FOR_INPUT, without a retry.
 */
export const taskEdges: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  PLANNED: ['COMPLETED_IN_ADVANCE', 'SKIPPED_IN_ADVANCE', ...activated, ...ended],
  COMPLETED_IN_ADVANCE: ['PLANNED', 'COMPLETED', 'ABORTED'],
  SKIPPED_IN_ADVANCE: ['PLANNED', ...ended],
  PENDING: [...activated.slice(1), ...ended],
  WAITING_FOR_INPUT: [...activated.slice(2), ...ended],
  PRECONDITION_IN_PROGRESS: [...activated.slice(3), ...ended],
  FACET_CHECK_IN_PROGRESS: [],
  QUEUED: ['IN_PROGRESS', 'COMPLETED', 'FAILED', 'FAILURE_HANDLER_QUEUED', ...ended],
  IN_PROGRESS: ['COMPLETED', 'FAILING', 'FAILED', 'FAILURE_HANDLER_QUEUED', 'ABORT_SCRIPT_QUEUED', ...ended],
  FAILING: ['IN_PROGRESS', 'FAILED', 'COMPLETED', ...ended],
  FAILED: ['IN_PROGRESS', ...activated, ...ended],
  FAILURE_HANDLER_QUEUED: ['FAILURE_HANDLER_IN_PROGRESS', ...activated, ...ended],
  FAILURE_HANDLER_IN_PROGRESS: [...activated, ...ended],
  ABORT_SCRIPT_QUEUED: ['ABORT_SCRIPT_IN_PROGRESS', 'FAILED', ...ended],
  ABORT_SCRIPT_IN_PROGRESS: ['FAILED', ...ended],
  COMPLETED: [],
  SKIPPED: [],
  ABORTED: [],
};
