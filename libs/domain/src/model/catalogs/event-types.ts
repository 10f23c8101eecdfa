import type { RecipientGroup, Urgency } from '../../notification-choices/choices.ts';
import type { Instant } from '../json.ts';
import type { FlagStatus, ReleaseStatus, TaskStatus } from '../status.ts';

export interface EventType {
  readonly subject: 'task' | 'release' | 'trigger' | 'subscription' | 'token' | 'dashboard' | 'deployment';
  readonly urgency: Urgency;
  /** the name of the event in lists and settings */
  readonly label: string;
  /** when it occurs */
  readonly description: string;
  /** the recipients of the installation's default rule */
  readonly recipients: readonly RecipientGroup[];
}

/** Returns a type with its name in lists and settings, and its description. */
const define = (
  [subject, urgency]: readonly [EventType['subject'], Urgency],
  recipients: readonly RecipientGroup[],
  label: string,
  description: string,
): EventType => ({ subject, urgency, recipients, label, description });

/** All event types (notifications.md, Events). Settings, channels and documentation are derived from this catalog. */
export const eventTypes = {
  'task.assigned': define(
    ['task', 'action'],
    ['assignee'],
    'Task assigned',
    'The owner or team of a reached task changes.',
  ),
  'task.unassigned': define(
    ['task', 'info'],
    ['previousAssignee'],
    'Task unassigned',
    'A reached task is taken from its owner or team.',
  ),
  'task.started': define(['task', 'action'], ['assigneeOrAdmin'], 'Task started', 'A manual task starts.'),
  'task.inputRequired': define(
    ['task', 'action'],
    ['assignee'],
    'Input required',
    'A task waits for values of variables.',
  ),
  'approval.requested': define(
    ['task', 'action'],
    ['approvers'],
    'Approval requested',
    'A gate starts and requests approvals.',
  ),
  'approval.invalidated': define(
    ['task', 'action'],
    ['approvers'],
    'Approval invalidated',
    'A change invalidates an approval of a running gate.',
  ),
  'task.dueSoon': define(
    ['task', 'action'],
    ['assignee', 'releaseAdmin'],
    'Task due soon',
    'A quarter of the time from start to due date remains.',
  ),
  'task.overdue': define(
    ['task', 'alert'],
    ['assignee', 'releaseAdmin'],
    'Task overdue',
    'The due date of an open task passes.',
  ),
  'task.failed': define(
    ['task', 'alert'],
    ['taskOwner', 'taskTeam', 'releaseOwner'],
    'Task failed',
    'A task fails, and its failure handler has ended.',
  ),
  'task.flagged': define(
    ['task', 'alert'],
    ['releaseOwner', 'releaseAdmin', 'watchers'],
    'Task flagged',
    'The flag of a task becomes amber or red.',
  ),
  'task.commented': define(
    ['task', 'info'],
    ['taskOwner', 'taskTeam', 'watchers'],
    'Comment added',
    'A user comments on a task.',
  ),
  'comment.mentioned': define(['task', 'action'], ['mentioned'], 'Mentioned', 'A comment mentions a user or a team.'),
  'release.started': define(
    ['release', 'info'],
    ['releaseOwner', 'releaseAdmin'],
    'Release started',
    'A release starts.',
  ),
  'release.completed': define(
    ['release', 'info'],
    ['releaseOwner', 'releaseAdmin'],
    'Release completed',
    'A release completes.',
  ),
  'release.failing': define(
    ['release', 'alert'],
    ['releaseOwner', 'releaseAdmin'],
    'Release failing',
    'A task of a parallel group fails while others run.',
  ),
  'release.failed': define(
    ['release', 'alert'],
    ['releaseOwner', 'releaseAdmin'],
    'Release failed',
    'A release stops at a failed task.',
  ),
  'release.aborted': define(
    ['release', 'alert'],
    ['releaseOwner', 'releaseAdmin'],
    'Release aborted',
    'A release is aborted.',
  ),
  'release.overdue': define(
    ['release', 'alert'],
    ['releaseOwner', 'releaseAdmin'],
    'Release overdue',
    'The due date of an unfinished release passes.',
  ),
  'release.flagged': define(
    ['release', 'alert'],
    ['releaseOwner', 'releaseAdmin', 'watchers'],
    'Release flagged',
    'The flag of a release becomes amber or red.',
  ),
  'release.atRisk': define(
    ['release', 'alert'],
    ['releaseOwner', 'releaseAdmin'],
    'Release at risk',
    'The risk score of a release rises above the threshold.',
  ),
  'deployment.finished': define(
    ['deployment', 'info'],
    ['watchers'],
    'Deployment finished',
    'A release that is a deployment ends.',
  ),
  'trigger.failed': define(
    ['trigger', 'alert'],
    ['subjectOwner'],
    'Trigger failed',
    'A trigger fails to create a release.',
  ),
  'subscription.disabled': define(
    ['subscription', 'alert'],
    ['subjectOwner'],
    'Receiver disabled',
    'A receiver of events is disabled, because deliveries failed.',
  ),
  'token.expiring': define(
    ['token', 'alert'],
    ['subjectOwner'],
    'Token expires',
    'An access token expires within 7 days.',
  ),
  'dashboard.weekly': define(
    ['dashboard', 'info'],
    ['subjectOwner'],
    'Weekly numbers',
    'The weekly mail of a dashboard is due.',
  ),
} as const satisfies Readonly<Record<string, EventType>>;
export type EventTypeName = keyof typeof eventTypes;

export const isEventType = (name: string): name is EventTypeName => Object.hasOwn(eventTypes, name);

/** A deployment in an event. Its names are those of insights. */
export interface DeploymentData {
  readonly id: string;
  readonly application: string;
  readonly environment: string;
  readonly stage?: string;
  readonly kind: 'normal' | 'rollback' | 'hotfix';
  readonly outcome: 'succeeded' | 'failed';
  /** the package URL of the artifact */
  readonly artifactId?: string;
  /** Whether no earlier deployment of the application to this environment has succeeded. */
  readonly first: boolean;
}

/** The public content of an event: ids, titles and statuses, and the names of a deployment. Never comments. */
export interface EventData {
  readonly release?: {
    readonly id: string;
    readonly title: string;
    readonly status: ReleaseStatus;
    readonly folderId: string;
    readonly tags: readonly string[];
  };
  readonly task?: {
    readonly id: string;
    readonly title: string;
    readonly type: string;
    readonly status: TaskStatus;
    readonly phaseTitle: string;
    readonly failuresCount: number;
    readonly dueDate?: Instant;
  };
  readonly deployment?: DeploymentData;
  /** the new flag */
  readonly flag?: FlagStatus;
  /** the risk score before and after the change */
  readonly risk?: { readonly from: number; readonly to: number };
  /** the id of the comment */
  readonly commentId?: string;
  /** the trigger, subscription, token or dashboard */
  readonly subject?: { readonly id: string; readonly title: string };
  /** the reason of a failed trigger or a disabled subscription, or the end of a token */
  readonly reason?: string;
}

/** The users that an event concerns, at the time of the event. An absent member is empty. */
export interface EventAudience {
  readonly owner?: string;
  readonly team?: string;
  readonly previousOwner?: string;
  readonly previousTeam?: string;
  readonly releaseOwner?: string;
  /** the teams and roles that can give a missing approval */
  readonly approverTeams?: readonly string[];
  readonly approverRoles?: readonly string[];
  /** users who cannot give a missing approval: they have approved, or are excluded by the four-eyes rule */
  readonly nonApprovers?: readonly string[];
  /** the mentioned users, and names that may be teams */
  readonly mentioned?: readonly string[];
  /** the author of a trigger, the owner of a subscription or token, or the reader of a dashboard */
  readonly subjectOwner?: string;
}

/** An event of one occasion. The statement that saves its cause writes it. */
export interface NewEvent {
  readonly type: EventTypeName;
  /** A key for which at most one event of this type exists; null: each save is a new occasion. */
  readonly occasion: string | null;
  readonly taskId: string | null;
  /** the user who caused it; `SYSTEM` for the product */
  readonly actor: string;
  readonly at: Instant;
  readonly data: EventData;
  readonly audience: EventAudience;
}
