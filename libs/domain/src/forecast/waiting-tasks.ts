import { dueOfTask } from '../calendar/overdue.ts';
import { neededForCommand } from '../commands/registry.ts';
import type { Caller } from '../decision/inputs.ts';
import { behaviorOfType } from '../flow/behaviors.ts';
import { conditionMessages, openDependencies } from '../flow/gate-task.ts';
import { aboutTask, failedReason, missingInputReason } from '../flow/reasons.ts';
import { missingApprovalMessages } from '../gates/approval-messages.ts';
import { approvalsOf } from '../gates/approvals.ts';
import { type Message, message } from '../messages/message.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import type { Instant } from '../model/json.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { requestsValues, sendsMail, taskTypeNamed } from '../model/task-types.ts';
import { isGranted, permissionsFor } from '../people/access-attributes.ts';
import {
  neededForDates,
  neededForSelfAssignment,
  neededToReassign,
  neededToReassignLocked,
  neededToTransition,
  orParticipant,
  type PermissionRequirement,
} from '../people/needed-permissions.ts';

/** A task that waits for users, with the fields of its release that determine the reason. */
export interface UserTask {
  readonly task: Task;
  readonly release: Pick<Release, 'status' | 'owner' | 'authorship' | 'variables'>;
  /** Whether the task or a group around it is locked. */
  readonly isLocked: boolean;
}

/** Whether the due date of an open task has passed. */
export function isOverdue(task: Task, now: Instant): boolean {
  const due = dueOfTask(task);
  return due !== null && due <= now;
}

/**
 * Returns the reason why a task waits for users, as in `explain`. The message contains no data from outside the
 * release, such as the titles of gate targets.
 */
export function userTaskReason({ task, release }: UserTask): Message {
  const { status } = task.run;
  if (status === 'FAILED') return failedReason(task, null).message;
  if (status === 'WAITING_FOR_INPUT') return missingInputReason(release, task).message;
  const behavior = taskTypeNamed(task.definition.type)?.behavior;
  if (behavior === 'gate') return gateReasonForUsers(task, release);
  if (behavior === 'event')
    return aboutTask(task, 'event', (subject, who) => message('reason.anyEvent', { subject, who })).message;
  const code = userTaskCode(task.definition.type);
  return aboutTask(task, 'person', (subject, who) => message(code, { subject, who })).message;
}

function userTaskCode(type: string) {
  if (sendsMail(type)) return 'reason.mailByHand';
  return requestsValues(type) ? 'reason.fillIn' : 'reason.complete';
}

function gateReasonForUsers(task: Task, release: UserTask['release']): Message {
  const count = openDependencies(task).length;
  const blockers = [
    ...conditionMessages(task),
    ...(count === 0 ? [] : [message('gate.dependencies', { count })]),
    ...missingApprovalMessages(approvalsOf(release, task)),
  ];
  return aboutTask(task, 'gate', (subject, who) =>
    blockers.length === 0
      ? message('reason.gateDone', { subject, who })
      : message('reason.gateClosed', { subject, blockers }),
  ).message;
}

/** Returns whether users can complete or fail running tasks of a type, and whether they can abort them. */
export function completionOptionsOf(type: string): { readonly endedByPeople: boolean; readonly abortable: boolean } {
  const { endedByPeople, abortable } = behaviorOfType(type);
  return { endedByPeople, abortable };
}

/**
 * The actions of users on a task that waits for them. The names are the last segments of the REST paths. `team` assigns
 * the task to another team, and `assignToMe` to the caller.
 */
export const userActions = [
  'complete',
  'approve',
  'reject',
  'fail',
  'skip',
  'retry',
  'comment',
  'assign',
  'assignToMe',
  'team',
] as const;
export type UserAction = (typeof userActions)[number];

const neededForAction = {
  complete: neededForCommand('failTask'),
  approve: neededForCommand('approveTask'),
  reject: neededForCommand('rejectTask'),
  fail: neededForCommand('failTask'),
  skip: neededForCommand('failTask'),
  retry: neededForCommand('retryTask'),
  comment: neededForCommand('commentTask'),
  assign: neededToReassign,
  assignToMe: orParticipant(neededForSelfAssignment),
  team: neededToReassign,
} as const satisfies Readonly<Record<UserAction, PermissionRequirement>>;

/** Returns the missing permission for each action that the caller cannot run. */
export function missingPermissionsOf(
  caller: Caller,
  { task, release, isLocked }: UserTask,
): Readonly<Partial<Record<UserAction, Permission>>> {
  const missing: Partial<Record<UserAction, Permission>> = {};
  for (const action of userActions) {
    const isReassignment = action === 'assign' || action === 'assignToMe' || action === 'team';
    const needed = isReassignment && isLocked ? neededToReassignLocked : neededForAction[action];
    if (!isGranted(needed, caller, { release, task })) missing[action] = permissionsFor(needed, { release })[0];
  }
  return missing;
}

const neededOnTask = {
  completeTask: neededForCommand('completeTask'),
  skipTask: neededForCommand('skipTask'),
  failTask: neededForCommand('failTask'),
  retryTask: neededForCommand('retryTask'),
  reopenTask: neededForCommand('reopenTask'),
  abortTask: neededForCommand('abortTask'),
  startTaskNow: neededForCommand('startTaskNow'),
  assignTask: neededForCommand('assignTask'),
  updateCondition: neededForCommand('updateCondition'),
  attachToTask: neededForCommand('attachToTask'),
  /** Assigns the task to another user. */
  reassignTask: neededToReassign,
  /** Changes the planned dates of the task. */
  changeDates: neededForDates,
  /** Sets the values of the variables that the task requests. */
  answerInputs: neededForCommand('updateVariable'),
} as const satisfies Readonly<Record<string, PermissionRequirement>>;

/** The actions of users on a task for which `explain` reports missing permissions. */
export const taskActions = [
  'completeTask',
  'skipTask',
  'failTask',
  'retryTask',
  'reopenTask',
  'abortTask',
  'startTaskNow',
  'assignTask',
  'updateCondition',
  'attachToTask',
  'reassignTask',
  'changeDates',
  'answerInputs',
] as const satisfies readonly (keyof typeof neededOnTask)[];
export type MissingTaskPermissions = Readonly<Partial<Record<(typeof taskActions)[number], Permission>>>;

/** Returns the missing permission for each action of `explain` that the caller cannot run. */
export function missingTaskPermissions(caller: Caller, { task, release, isLocked }: UserTask): MissingTaskPermissions {
  const missing: Partial<Record<keyof MissingTaskPermissions, Permission>> = {};
  const subject = { release, task };
  // A user who can complete a running task can set the values of its input variables.
  const maySetInputs = task.run.status === 'IN_PROGRESS' && isGranted(neededToTransition, caller, subject);
  for (const action of taskActions) {
    const needed = action === 'reassignTask' && isLocked ? neededToReassignLocked : neededOnTask[action];
    if (isGranted(needed, caller, subject) || (action === 'answerInputs' && maySetInputs)) continue;
    missing[action] = permissionsFor(needed, subject)[0];
  }
  return missing;
}
