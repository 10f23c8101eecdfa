import type { Instant } from './json.ts';
import type { Passive } from './passive.ts';
import type { FlagStatus, PhaseStatus } from './status.ts';
import type { Task } from './task.ts';

/** The fields of a phase that a client can set and that rules or queries read (rest-api.md, section Phase). */
export interface PhaseFields {
  readonly title: string;
  readonly owner: string | null;
  readonly scheduledStartDate: Instant | null;
  readonly dueDate: Instant | null;
  /** seconds */
  readonly plannedDuration: number | null;
  readonly flagStatus: FlagStatus;
  /** `#` and hex digits */
  readonly color: string;
}

/** The part of a phase that no rule reads. */
export interface PhasePassive {
  readonly description: string | null;
  readonly flagComment: string | null;
}

/** A phase: a sequential group at the top level of a plan. */
export interface Phase extends PhaseFields {
  readonly id: string;
  readonly status: PhaseStatus;
  readonly startDate: Instant | null;
  readonly endDate: Instant | null;
  readonly overdueNotified: boolean;
  /** the id of the phase from which a restart copied this one */
  readonly originId: string | null;
  readonly passive: Passive<PhasePassive>;
  readonly tasks: readonly Task[];
}

/** Defaults of a new phase (rest-api.md, section Phase). */
export const blankPhase: PhaseFields = {
  title: 'New Phase',
  owner: null,
  scheduledStartDate: null,
  dueDate: null,
  plannedDuration: null,
  flagStatus: 'OK',
  color: '#009CDB',
};

export const blankPhasePassive: PhasePassive = { description: null, flagComment: null };
