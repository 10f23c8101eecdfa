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

/** The status of a release, phase or task. */
export type Status = ReleaseStatus | PhaseStatus | TaskStatus;

/** The flags, by increasing severity (states.md, Status values). */
export const flagStatuses = ['OK', 'ATTENTION_NEEDED', 'AT_RISK'] as const;
export type FlagStatus = (typeof flagStatuses)[number];

/** The actions of a failure handler (states.md, Task). */
export const taskRecoverOps = ['SKIP_TASK', 'RESTART_PHASE', 'RUN_SCRIPT'] as const;
export type TaskRecoverOp = (typeof taskRecoverOps)[number];

/** The versions of a phase that a restart can copy (rest-api.md, section Restart from a phase). */
export const phaseVersions = ['LATEST', 'ORIGINAL', 'ALL'] as const;
export type PhaseVersion = (typeof phaseVersions)[number];

const isOneOf =
  <T extends string>(...members: readonly T[]) =>
  (status: T): boolean =>
    members.includes(status);

/** Templates for releases. */
export const isTemplate = isOneOf<Status>('TEMPLATE');
/** Started releases that have not ended, including failed and paused ones. */
export const isActive = isOneOf<ReleaseStatus>('IN_PROGRESS', 'FAILED', 'FAILING', 'PAUSED');
/** Releases whose plan continues automatically after a change. */
export const isFlowing = isOneOf<ReleaseStatus>('IN_PROGRESS', 'FAILED', 'FAILING');
/** Releases that have ended. */
export const isOver = isOneOf<ReleaseStatus>('COMPLETED', 'ABORTED');
/** Releases, not templates, that have not ended. */
export const isUnfinished = (status: ReleaseStatus): boolean => !isTemplate(status) && !isOver(status);

/** Phases that have ended. */
export const isClosed = isOneOf<PhaseStatus>('COMPLETED', 'SKIPPED', 'ABORTED');

/** Finished releases, phases and tasks. */
export const isDone = isOneOf<Status>('COMPLETED', 'SKIPPED');
/** Tasks that have ended and cannot change. */
export const isEnded = isOneOf<TaskStatus>('COMPLETED', 'SKIPPED', 'ABORTED');
/** Tasks that have not started. */
export const isAhead = isOneOf<TaskStatus>('PLANNED', 'COMPLETED_IN_ADVANCE', 'SKIPPED_IN_ADVANCE');
/** Tasks that have started and not ended: they wait, run, or have failed. */
export const isReached = (status: TaskStatus): boolean => !isAhead(status) && !isEnded(status);
/** Tasks that were completed or skipped before their start. */
export const isInAdvance = isOneOf<TaskStatus>('COMPLETED_IN_ADVANCE', 'SKIPPED_IN_ADVANCE');
/** Tasks whose script is queued or running. */
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
/** Tasks that may wait for a user, a time or another object. */
export const mayWait = isOneOf<TaskStatus>(
  'IN_PROGRESS',
  'FAILED',
  'WAITING_FOR_INPUT',
  'PENDING',
  'PRECONDITION_IN_PROGRESS',
);
/** Tasks that are running or waiting. With one of them, a parallel group with a failure is FAILING, not FAILED. */
export const isLive = (status: TaskStatus): boolean => isReached(status) && status !== 'FAILED';
