import type { Caller } from '../decision/inputs.ts';
import { behaviorOf } from '../flow/behaviors.ts';
import {
  aboutRelease,
  aboutTask,
  type ExplanationContext,
  failedReason,
  missingInputReason,
  pendingReasons,
  type Reason,
  scriptReason,
} from '../flow/reasons.ts';
import { missingRunAsReason } from '../flow/require-run-as.ts';
import { type ApprovalRefusals, approvalRefusalsOf } from '../gates/approval-refusal.ts';
import { type Message, message, messageList } from '../messages/message.ts';
import type { Instant } from '../model/json.ts';
import { currentPhase, namedTask, type TaskPosition, taskPositionOf, tasksIn, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import {
  isAhead,
  isClosed,
  isDone,
  isEnded,
  isFlowing,
  isInAdvance,
  isOver,
  isTemplate,
  type ReleaseStatus,
  type TaskStatus,
} from '../model/status.ts';
import { isParallelGroup, isStartedGroup, type Task } from '../model/task.ts';
import { isGranted } from '../people/access-attributes.ts';
import { neededToView } from '../people/needed-permissions.ts';
import { isLocked } from '../plans/guards.ts';
import { missingAtStart } from '../variables/values.ts';
import { type MissingTaskPermissions, missingTaskPermissions } from './waiting-tasks.ts';

/** Why a release or task does not move, in words and in data. */
export interface Explanation {
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseStatus | TaskStatus;
  /** Whether the product is working on it, so that no user has to act. */
  readonly moving: boolean;
  readonly message: Message;
  /** how many reasons there are */
  readonly count: number;
  /** the first of them, in the order of the plan */
  readonly reasons: readonly Reason[];
  /** Of a gate with approval requirements: the verdicts that the caller cannot give. */
  readonly unheard: ApprovalRefusals | null;
  /** of a task: the permission that the caller lacks for each action that they cannot take; null: of a release */
  readonly lacking: MissingTaskPermissions | null;
}

/** As many reasons as an answer holds, and as many tasks before another one as a reason names. */
const maxReasons = 100;
const maxPrevious = 10;

/** Why a release does not move: everything that the flow waits for at this moment. Pure; looks at each task once. */
export function explainRelease(release: Release, context: ExplanationContext): Explanation {
  const { id, title, status } = release;
  const reasons = releaseReasons(release, context);
  const subject = message('subject.release', { object: { id, title } });
  return explanation({ id, title, status }, subject, reasons, context.now);
}

/**
 * Why one task does not continue: its own pending work, or, if it is not reached, the pending work of the parts before
 * it. `asking` is the caller with the teams of that scope. A participant who cannot view the release gets the reasons of
 * the task alone. Throws NotFound.
 */
export function explainTask(
  release: Release,
  taskId: string,
  context: ExplanationContext,
  caller: Caller,
): Explanation {
  const taskPosition = taskPositionOf(release, taskId);
  const title = titleOf(taskPosition.task);
  const { status } = taskPosition.task.run;
  const all = taskReasons(release, taskPosition, context);
  const reasons = isGranted(neededToView, caller, { release }) ? all : ownReasons(taskPosition.task, all);
  const subject = message('subject.task', { object: { id: taskId, title } });
  const explained = explanation({ id: taskId, title, status }, subject, reasons, context.now);
  const missingPermissions = missingTaskPermissions(caller, {
    release,
    task: taskPosition.task,
    isLocked: isLocked(taskPosition),
  });
  return { ...explained, unheard: approvalRefusalsOf(release, taskPosition.task, caller), lacking: missingPermissions };
}

interface ExplainedPart {
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseStatus | TaskStatus;
}

function explanation(part: ExplainedPart, subject: Message, all: readonly Reason[], now: Instant): Explanation {
  const reasons = all.slice(0, maxReasons);
  const moving = all.some((reason) => isMoving(reason, now));
  return {
    ...part,
    moving,
    message: summary(part.status, subject, all),
    count: all.length,
    reasons,
    unheard: null,
    lacking: null,
  };
}

function summary(status: ExplainedPart['status'], subject: Message, reasons: readonly Reason[]): Message {
  const [first, second, ...others] = reasons;
  if (first === undefined)
    return message(hasEnded(status) ? 'explanation.over' : 'explanation.moving', { subject, status });
  if (second === undefined) return first.message;
  return message('explanation.several', {
    ...{ subject, status, count: reasons.length },
    ...{ first: first.message, second: second.message, more: others.length },
  });
}

const hasEnded = (status: ExplainedPart['status']): boolean =>
  status === 'COMPLETED' || status === 'SKIPPED' || status === 'ABORTED';

/** A script that runs, a date that has come, or a gate whose targets have ended: the next step is about to be taken. */
function isMoving({ kind, until, script, targets, conditions, approvals }: Reason, now: Instant): boolean {
  if (script !== null) return script.startedAt !== null && script.leaseUntil !== null && script.leaseUntil > now;
  if (kind === 'gate')
    return conditions.length === 0 && approvals?.holds !== false && targets.every(({ state }) => state !== 'open');
  return until !== null && until <= now;
}

function releaseReasons(release: Release, context: ExplanationContext): readonly Reason[] {
  if (isOver(release.status)) return [];
  if (!isFlowing(release.status)) return inactiveReasons(release, context);
  return reasonsInOrder(release, currentPhase(release)?.tasks ?? [], context);
}

/** Why a release that has no active task has none. */
function inactiveReasons(release: Release, context: ExplanationContext): readonly Reason[] {
  const { status, autoStart, scheduledStartDate: until } = release;
  if (isTemplate(status))
    return [aboutRelease(release, 'notStarted', (subject) => message('reason.template', { subject }))];
  if (status === 'PAUSED') return [aboutRelease(release, 'paused', (subject) => message('reason.paused', { subject }))];
  if (!autoStart) {
    const text = (subject: Message): Message =>
      until === null
        ? message('reason.notStarted', { subject })
        : message('reason.autoStartOff', { subject, date: until });
    return [aboutRelease(release, 'notStarted', text)];
  }
  const keys = missingAtStart(release.variables);
  const variables = release.variables.filter(({ key }) => keys.includes(key)).map(({ key, label }) => ({ key, label }));
  const names = messageList(keys, (key) => message('quote.value', { value: key }));
  const cause = missingRunAsReason(release);
  return [
    ...(until === null || (until <= context.now && (keys.length > 0 || cause !== null))
      ? []
      : [aboutRelease(release, 'date', (subject) => message('reason.scheduled', { subject, until }), { until })]),
    ...(variables.length === 0
      ? []
      : [
          aboutRelease(release, 'input', (subject) => message('reason.inputAtStart', { subject, variables: names }), {
            variables,
          }),
        ]),
    ...(cause === null
      ? []
      : [aboutRelease(release, 'notStarted', (subject) => message('reason.cannotStart', { subject, cause }))]),
  ];
}

/** In order, the first task that is not done is the only one that anything waits for. */
function reasonsInOrder(release: Release, tasks: readonly Task[], context: ExplanationContext): readonly Reason[] {
  const first = tasks.find(({ run }) => !isDone(run.status));
  return first === undefined ? [] : reachedTaskReasons(release, first, context);
}

/** Why a task that the flow has reached does not end; a group waits for what is in it. */
function reachedTaskReasons(release: Release, task: Task, context: ExplanationContext): readonly Reason[] {
  if (isAhead(task.run.status)) return [];
  if (!isStartedGroup(task)) return ownTaskReasons(release, task, context);
  return isParallelGroup(task)
    ? task.tasks.flatMap((child) => (isEnded(child.run.status) ? [] : reachedTaskReasons(release, child, context)))
    : reasonsInOrder(release, task.tasks, context);
}

function ownTaskReasons(release: Release, task: Task, context: ExplanationContext): readonly Reason[] {
  const { status, script } = task.run;
  if (script !== null) return [scriptReason(task, script, context)];
  if (status === 'PENDING') return pendingReasons(task, context);
  if (status === 'WAITING_FOR_INPUT') return [missingInputReason(release, task)];
  const own =
    status === 'FAILED'
      ? failedReason(task, context.comments.get(task.id) ?? null)
      : behaviorOf(task).why(task, context, release);
  const isWaiting = own.kind === 'failed' || own.kind === 'person' || own.kind === 'gate' || own.kind === 'event';
  if (!isWaiting || !isLocked(taskPositionOf(release, task.id))) return [own];
  return [own, aboutTask(task, 'locked', (subject) => message('reason.locked', { subject }))];
}

function taskReasons(release: Release, taskPosition: TaskPosition, context: ExplanationContext): readonly Reason[] {
  const { task, groups } = taskPosition;
  if (isOver(release.status) || isEnded(task.run.status)) return [];
  if (!isAhead(task.run.status)) return reachedTaskReasons(release, task, context);
  const before = unfinishedBefore(release, taskPosition);
  const unstarted = groups.filter((group) => !isAhead(group.run.status) && !isStartedGroup(group));
  const blockingReasons = isFlowing(release.status)
    ? [...unstarted, ...before].flatMap((candidate) => reachedTaskReasons(release, candidate, context))
    : inactiveReasons(release, context);
  return [...notReachedReasons(task, before), ...blockingReasons];
}

/** The reasons without those that name other tasks or the release itself. A group includes its tasks. */
function ownReasons(task: Task, all: readonly Reason[]): readonly Reason[] {
  const ids = new Set([...tasksIn([task])].map(({ id }) => id));
  const own = all.filter(({ kind, taskId }) => kind !== 'order' && taskId !== null && ids.has(taskId));
  return all.length > 0 && own.length === 0
    ? [aboutTask(task, 'order', (subject) => message('reason.notReached', { subject }))]
    : own;
}

/** The tasks that links of a group put before one of its tasks; a task that is done in advance waits for its own sources. */
function linkedSources(group: Task, id: string, seen = new Set<string>()): readonly Task[] {
  const sources = new Set(group.definition.links.filter(({ target }) => target === id).map(({ source }) => source));
  const unseen = group.tasks.filter((candidate) => sources.has(candidate.id) && !seen.has(candidate.id));
  for (const candidate of unseen) seen.add(candidate.id);
  return unseen.flatMap((candidate) =>
    isInAdvance(candidate.run.status) ? linkedSources(group, candidate.id, seen) : [candidate],
  );
}

/** The tasks that have to be done before the flow can reach a place. */
function unfinishedBefore(release: Release, { phase, groups, task }: TaskPosition): readonly Task[] {
  const earlier = release.phases.slice(0, release.phases.indexOf(phase)).filter(({ status }) => !isClosed(status));
  const chain = [...groups, task];
  const inside = chain.flatMap((candidate, depth) => {
    const group = chain[depth - 1];
    const siblings = group?.tasks ?? phase.tasks;
    if (group === undefined || !isParallelGroup(group)) return siblings.slice(0, siblings.indexOf(candidate));
    return linkedSources(group, candidate.id);
  });
  return [...earlier.flatMap(({ tasks }) => tasks), ...inside].filter(
    ({ run }) => !isDone(run.status) && !isInAdvance(run.status),
  );
}

function notReachedReasons(task: Task, all: readonly Task[]): readonly Reason[] {
  if (all.length === 0) return [];
  const before = all
    .slice(0, maxPrevious)
    .map((candidate) => ({ id: candidate.id, title: titleOf(candidate), status: candidate.run.status }));
  const names = messageList(all, (candidate) => message('quote.name', { object: namedTask(candidate) }));
  return [aboutTask(task, 'order', (subject) => message('reason.before', { subject, before: names }), { before })];
}
