import { dueOfTask } from '../calendar/overdue.ts';
import type { Caller } from '../decision/inputs.ts';
import { behaviourOfType } from '../flow/behaviours.ts';
import { openDependencies, toldConditions } from '../flow/gate-task.ts';
import { aboutTask, someone, whyFailed, whyWaitingForInput } from '../flow/reasons.ts';
import { lackingIn } from '../gates/approval-words.ts';
import { approvalsOf } from '../gates/approvals.ts';
import type { Instant } from '../model/json.ts';
import type { Permission } from '../model/permissions.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { asksForValues, taskTypeNamed } from '../model/task-types.ts';
import {
  type Needed,
  neededForCommand,
  neededForDates,
  reassigning,
  transition,
  whileLocked,
} from '../people/needed-permissions.ts';
import { isGranted, permissionsFor } from '../people/standing.ts';

/** A task that waits for users, with the parts of its release that give the reason. */
export interface WaitingTask {
  readonly task: Task;
  readonly release: Pick<Release, 'status' | 'owner' | 'authorship' | 'variables'>;
  /** it, or a group around it, is locked */
  readonly isLocked: boolean;
}

/** Whether an open task should have been done by now. */
export function isOverdue(task: Task, now: Instant): boolean {
  const due = dueOfTask(task);
  return due !== null && due <= now;
}

/**
 * Why a task waits for users, as a sentence of `explain`. Data outside the release is left out, such as the titles of
 * the targets of a gate.
 */
export function whyForPeople({ task, release }: WaitingTask): string {
  const { status } = task.run;
  if (status === 'FAILED') return whyFailed(task, null).sentence;
  if (status === 'WAITING_FOR_INPUT') return whyWaitingForInput(release, task).sentence;
  const behaviour = taskTypeNamed(task.definition.type)?.behaviour;
  if (behaviour === 'gate') return whyGateForPeople(task, release);
  if (behaviour === 'event')
    return aboutTask(task, 'event', `waits for an event, or for ${someone(task)} to complete it.`).sentence;
  const act = asksForValues(task.definition.type) ? 'fill in the values and complete it' : 'complete it';
  return aboutTask(task, 'person', `is in progress: ${someone(task)} has to ${act}.`).sentence;
}

function whyGateForPeople(task: Task, release: WaitingTask['release']): string {
  const open = openDependencies(task).length;
  const holding = [
    ...toldConditions(task),
    ...(open === 0 ? [] : [`it waits for ${open === 1 ? '1 dependency' : `${open} dependencies`}`]),
    ...lackingIn(approvalsOf(release, task)),
  ];
  const done = `has all that it waited for: ${someone(task)} has to complete it`;
  return aboutTask(task, 'gate', `${holding.length === 0 ? done : `is closed: ${holding.join('; ')}`}.`).sentence;
}

/**
 * How users can end tasks of a type while these are in progress, without regard to their script: complete or fail
 * them, or abort them.
 */
export function endingsOf(type: string): { readonly endedByPeople: boolean; readonly abortable: boolean } {
  const { endedByPeople, abortable } = behaviourOfType(type);
  return { endedByPeople, abortable };
}

/** What people do to a task that waits for them, by the last parts of REST's paths. */
export const stepsOfPeople = ['complete', 'fail', 'skip', 'retry', 'comment', 'assign'] as const;
export type StepOfPeople = (typeof stepsOfPeople)[number];

const neededFor = {
  complete: neededForCommand.failTask,
  fail: neededForCommand.failTask,
  skip: neededForCommand.failTask,
  retry: neededForCommand.retryTask,
  comment: neededForCommand.commentTask,
  assign: reassigning,
} as const satisfies Readonly<Record<StepOfPeople, Needed>>;

/** The permission that a user lacks for each action that they cannot run. `assign` gives the task to another user. */
export function lackedBy(
  caller: Caller,
  { task, release, isLocked }: WaitingTask,
): Readonly<Partial<Record<StepOfPeople, Permission>>> {
  const lacked: Partial<Record<StepOfPeople, Permission>> = {};
  for (const step of stepsOfPeople) {
    const needed = step === 'assign' && isLocked ? whileLocked : neededFor[step];
    if (!isGranted(needed, caller, { release, task })) lacked[step] = permissionsFor(needed, { release })[0];
  }
  return lacked;
}

const neededOnTask = {
  completeTask: neededForCommand.completeTask,
  skipTask: neededForCommand.skipTask,
  failTask: neededForCommand.failTask,
  retryTask: neededForCommand.retryTask,
  reopenTask: neededForCommand.reopenTask,
  abortTask: neededForCommand.abortTask,
  startTaskNow: neededForCommand.startTaskNow,
  assignTask: neededForCommand.assignTask,
  updateCondition: neededForCommand.updateCondition,
  attachToTask: neededForCommand.attachToTask,
  /** to give the task to another user */
  reassignTask: reassigning,
  /** to change its planned dates */
  changeDates: neededForDates,
  /** to set the values of the variables that it lists */
  answerInputs: neededForCommand.updateVariable,
} as const satisfies Readonly<Record<string, Needed>>;

/** The actions of users on a task for which `explain` returns a missing permission. */
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
export type LackingOnTask = Readonly<Partial<Record<(typeof taskActions)[number], Permission>>>;

/** The permission that a caller lacks for each action on a task that they cannot take. */
export function lackingOnTask(caller: Caller, { task, release, isLocked }: WaitingTask): LackingOnTask {
  const lacking: Partial<Record<keyof LackingOnTask, Permission>> = {};
  const subject = { release, task };
  // A user who can complete a running task can set the values of its input variables.
  const answers = task.run.status === 'IN_PROGRESS' && isGranted(transition, caller, subject);
  for (const action of taskActions) {
    const needed = action === 'reassignTask' && isLocked ? whileLocked : neededOnTask[action];
    if (isGranted(needed, caller, subject) || (action === 'answerInputs' && answers)) continue;
    lacking[action] = permissionsFor(needed, subject)[0];
  }
  return lacking;
}
