import type { Message } from '../messages/message.ts';
import type { NewEvent } from '../model/catalogs/event-types.ts';
import type { Instant } from '../model/json.ts';
import type { Release } from '../model/release.ts';
import type { RiskAssessment } from '../model/risk.ts';
import type { ScriptRun } from '../model/task.ts';
import type { Requirement } from './env.ts';
import type { TargetMove } from './inputs.ts';
import type { LineTimes } from './script-result.ts';

/** The activity types that the domain logs (states.md, Activity log types). */
export type ActivityType =
  | 'RELEASE_CREATED'
  | 'RELEASE_CREATED_FROM_TEMPLATE'
  | 'RELEASE_CREATED_FROM_CREATE_RELEASE_TASK'
  | 'RELEASE_STARTED'
  | 'RELEASE_STARTED_FROM_CREATE_RELEASE_TASK'
  | 'RELEASE_FAILING'
  | 'RELEASE_FAILED'
  | 'RELEASE_RESTARTED'
  | 'RELEASE_COMPLETED'
  | 'RELEASE_ABORTED'
  | 'RELEASE_UPDATED'
  | 'RELEASE_VARIABLE_CREATED'
  | 'RELEASE_VARIABLE_UPDATED'
  | 'RELEASE_VARIABLE_VALUE_UPDATED'
  | 'RELEASE_VARIABLE_DELETED'
  | 'RELEASE_VARIABLE_REPLACED'
  | 'TEMPLATE_MOVED'
  | 'PHASE_CREATED'
  | 'PHASE_UPDATED'
  | 'PHASE_MOVED'
  | 'PHASE_COPIED'
  | 'PHASE_DELETED'
  | 'PHASE_STARTED'
  | 'PHASE_FAILING'
  | 'PHASE_FAILED'
  | 'PHASE_RESTARTED'
  | 'PHASE_COMPLETED'
  | 'PHASE_CLOSED'
  | 'TASK_CREATED'
  | 'TASK_UPDATED'
  | 'TASK_MOVED'
  | 'TASK_TYPE_CHANGED'
  | 'TASK_COPIED'
  | 'TASK_DELETED'
  | 'TASK_LOCKED'
  | 'TASK_UNLOCKED'
  | 'TASK_ASSIGNED'
  | 'TASK_STARTED'
  | 'TASK_DELAYED'
  | 'TASK_DELAYED_DUE_TO_BLACKOUT'
  | 'TASK_WAITING_FOR_INPUT'
  | 'TASK_PRECONDITION_STARTED'
  | 'TASK_FAILURE_HANDLER_STARTED'
  | 'TASK_ABORT_SCRIPT_STARTED'
  | 'TASK_SCRIPT_SCHEDULED'
  | 'TASK_HTTP_REQUEST'
  | 'TASK_COMPLETED'
  | 'TASK_COMPLETED_IN_ADVANCE'
  | 'TASK_SKIPPED'
  | 'TASK_SKIPPED_IN_ADVANCE'
  | 'TASK_FAILED'
  | 'TASK_FAILING'
  | 'TASK_RESTARTED'
  | 'TASK_REOPENED'
  | 'COMMENT_ADDED'
  | 'COMMENT_UPDATED'
  | 'COMMENT_DELETED'
  | 'ATTACHMENT_ADDED'
  | 'ATTACHMENT_DELETED'
  | 'GATE_CONDITION_CREATED'
  | 'GATE_CONDITION_UPDATED'
  | 'GATE_CONDITION_DELETED'
  | 'GATE_CONDITION_FULFILLED'
  | 'GATE_CONDITION_UNFULFILLED'
  | 'GATE_APPROVED'
  | 'GATE_REJECTED'
  | 'GATE_APPROVAL_WITHDRAWN'
  | 'DEPENDENCY_CREATED'
  | 'DEPENDENCY_UPDATED'
  | 'DEPENDENCY_DELETED';

/** An entry of the activity log (models.txt, ActivityLogEntry). */
export interface LogEntry {
  readonly activityType: ActivityType;
  readonly targetType: 'Release' | 'Phase' | 'Task';
  readonly targetId: string;
  /** the English text */
  readonly message: string;
  /** the code and parameters of the text */
  readonly code: Message['code'];
  readonly params: Message['params'];
  readonly username: string;
  readonly eventTime: Instant;
}

/** A comment that this input added (rest-api.md, section Comment). */
export interface CommentAdded {
  readonly id: string;
  readonly taskId: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
  /** The version of a comment that its author can change. Absent: the comment can never change. */
  readonly version?: number;
  /** The time of the latest edit, for an imported comment. */
  readonly editedDate?: Instant;
  /** The existing users that the text mentions; absent: none. */
  readonly mentions?: readonly string[];
  /** When the lines of a script output began; absent: unknown. */
  readonly lineTimes?: LineTimes;
}

/** A change of a stored comment by this input. */
export interface CommentChange {
  readonly id: string;
  readonly taskId: string;
  readonly author: string;
  /** null: the comment is deleted */
  readonly text: string | null;
  /** the existing users that the text mentions */
  readonly mentions: readonly string[];
  /** the version before the change */
  readonly previousVersion: number;
  readonly date: Instant;
}

/**
 * Pending work of a release, derived from its state. `reference` is the id of a target, of a script run or a mail, or the
 * key of a variable. `until` is the time at which the wait ends automatically.
 */
export interface Await {
  readonly taskId: string | null;
  readonly kind: 'date' | 'input' | 'target' | 'script' | 'capacity' | 'event' | 'mail';
  readonly purpose: ScriptRun['purpose'] | null;
  readonly reference: string;
  readonly until: Instant | null;
}

/** The risk scores of a release after a change, with their reasons. */
export interface RiskRecord {
  readonly at: Instant;
  readonly score: number;
  readonly totalScore: number;
  /** the profile as the release refers to it */
  readonly riskProfile: string;
  /** the user of the command; `SYSTEM` for automatic changes */
  readonly username: string;
  /** the results of all assessors with a finding */
  readonly assessments: readonly RiskAssessment[];
}

/** A new state of one release, with its log entries, comments and pending work. */
export interface Outcome {
  readonly release: Release;
  readonly entries: readonly LogEntry[];
  readonly comments: readonly CommentAdded[];
  /** absent: no stored comment changes */
  readonly commentChange?: CommentChange;
  readonly awaits: readonly Await[];
  /** the next time to check the release; null: none */
  readonly wakeAt: Instant | null;
  /** the ids of the release, phases and tasks that this input ended, so that gates that wait for them can continue */
  readonly ended: readonly string[];
  /** the replaced targets, for gates of other releases */
  readonly moves: readonly TargetMove[];
  /** null: the risk scores are unchanged */
  readonly risk: RiskRecord | null;
  /** the events that users and receivers can be notified of */
  readonly events: readonly NewEvent[];
}

/** The data that must be loaded before a decision can be made. */
export interface Requirements {
  readonly kind: 'missingData';
  readonly requirements: readonly Requirement[];
}

/** The result of the domain: an outcome, or its requirements. */
export type Decision =
  | {
      readonly kind: 'decided';
      readonly outcome: Outcome;
      /** the releases that create-release tasks have created, each with its outcome; saved in the same transaction */
      readonly created: readonly Outcome[];
    }
  | Requirements;

/** The user name in log entries of automatic changes. */
export const systemUser = 'SYSTEM';
