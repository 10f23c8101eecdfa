/** Release states (rest-api.md, section States and transitions). */
export const releaseStatuses = [
  'TEMPLATE',
  'PLANNED',
  'IN_PROGRESS',
  'PAUSED',
  'FAILING',
  'FAILED',
  'COMPLETED',
  'ABORTED',
] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

/** Phase states (states.md, Status values). */
export const phaseStatuses = [
  'PLANNED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILING',
  'FAILED',
  'SKIPPED',
  'ABORTED',
] as const;
export type PhaseStatus = (typeof phaseStatuses)[number];

/** Task states (states.md, Status values). */
export const taskStatuses = [
  'PLANNED',
  'PENDING',
  'IN_PROGRESS',
  'QUEUED',
  'ABORT_SCRIPT_QUEUED',
  'FAILURE_HANDLER_QUEUED',
  'COMPLETED',
  'COMPLETED_IN_ADVANCE',
  'SKIPPED',
  'SKIPPED_IN_ADVANCE',
  'FAILED',
  'FAILING',
  'ABORTED',
  'PRECONDITION_IN_PROGRESS',
  'WAITING_FOR_INPUT',
  'FAILURE_HANDLER_IN_PROGRESS',
  'FACET_CHECK_IN_PROGRESS',
  'ABORT_SCRIPT_IN_PROGRESS',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** The status of any part of a plan. */
export type Status = ReleaseStatus | PhaseStatus | TaskStatus;

/** Flags from calm to alarming (states.md, Status values). */
export const flagStatuses = ['OK', 'ATTENTION_NEEDED', 'AT_RISK'] as const;
export type FlagStatus = (typeof flagStatuses)[number];

/** What a failure handler does (states.md, Task). */
export const taskRecoverOps = ['SKIP_TASK', 'RESTART_PHASE', 'RUN_SCRIPT'] as const;
export type TaskRecoverOp = (typeof taskRecoverOps)[number];

/** Which version of a phase a restart copies (rest-api.md, section Restart from a phase). */
export const phaseVersions = ['LATEST', 'ORIGINAL', 'ALL'] as const;
export type PhaseVersion = (typeof phaseVersions)[number];

const isOneOf =
  <T extends string>(...members: readonly T[]) =>
  (status: T): boolean =>
    members.includes(status);

/** Plans to make releases from. */
export const isTemplate = isOneOf<Status>('TEMPLATE');
/** Releases that run, failed ones and paused ones included. */
export const isActive = isOneOf<ReleaseStatus>('IN_PROGRESS', 'FAILED', 'FAILING', 'PAUSED');
/** Releases whose plan continues automatically after a change. */
export const isFlowing = isOneOf<ReleaseStatus>('IN_PROGRESS', 'FAILED', 'FAILING');
/** Releases that have ended for good. */
export const isOver = isOneOf<ReleaseStatus>('COMPLETED', 'ABORTED');
/** Releases, not templates, that have not ended. */
export const isUnfinished = (status: ReleaseStatus): boolean => !isTemplate(status) && !isOver(status);

/** Phases that the flow has behind it. */
export const isClosed = isOneOf<PhaseStatus>('COMPLETED', 'SKIPPED', 'ABORTED');

/** Whatever counts as finished work. */
export const isDone = isOneOf<Status>('COMPLETED', 'SKIPPED');
/** Tasks that nothing can happen to any more. */
export const isEnded = isOneOf<TaskStatus>('COMPLETED', 'SKIPPED', 'ABORTED');
/** Tasks that the flow has not reached. */
export const isAhead = isOneOf<TaskStatus>('PLANNED', 'COMPLETED_IN_ADVANCE', 'SKIPPED_IN_ADVANCE');
/** Tasks that the flow has reached and not left: they wait, run, or have failed. */
export const isReached = (status: TaskStatus): boolean => !isAhead(status) && !isEnded(status);
/** Tasks decided before the flow reached them. */
export const isInAdvance = isOneOf<TaskStatus>('COMPLETED_IN_ADVANCE', 'SKIPPED_IN_ADVANCE');
/** Tasks whose script is wanted or running. */
export const isWithScript = isOneOf<TaskStatus>(
  'QUEUED',
  'PRECONDITION_IN_PROGRESS',
  'FAILURE_HANDLER_QUEUED',
  'FAILURE_HANDLER_IN_PROGRESS',
  'ABORT_SCRIPT_QUEUED',
  'ABORT_SCRIPT_IN_PROGRESS',
);
/** Tasks that may require a user before they continue. */
export const mayNeedUser = isOneOf<TaskStatus>('IN_PROGRESS', 'FAILED', 'WAITING_FOR_INPUT');
/** Tasks that still run or wait for something, so that a parallel group with a failure is FAILING, not FAILED. */
export const isLive = (status: TaskStatus): boolean => isReached(status) && status !== 'FAILED';
