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

/** The reasons why a release or task does not continue, as messages and as data. */
export interface Explanation {
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseStatus | TaskStatus;
  /** Whether Slipway is working on it, so that no user has to act. */
  readonly moving: boolean;
  readonly message: Message;
  /** The number of all reasons. */
  readonly count: number;
  /** The first reasons, in the order of the plan. */
  readonly reasons: readonly Reason[];
  /** For a gate with approval requirements, the reason why the caller cannot give each verdict; otherwise null. */
  readonly unheard: ApprovalRefusals | null;
  /** For a task, the missing permission for each action that the caller cannot run; null for a release. */
  readonly lacking: MissingTaskPermissions | null;
}

/** The maximum number of reasons in a response. `maxPrevious` limits the tasks that one reason lists. */
const maxReasons = 100;
const maxPrevious = 10;

/** Explains why a release does not continue: all pending work of the flow. Reads each task once. */
export function explainRelease(release: Release, context: ExplanationContext): Explanation {
  const { id, title, status } = release;
  const reasons = releaseReasons(release, context);
  const subject = message('subject.release', { object: { id, title } });
  return explanation({ id, title, status }, subject, reasons, context.now);
}

/**
 * Explains why a task does not continue: its own pending work or, before the flow reaches it, the pending work of the
 * tasks before it. `caller` has the teams of the release. A caller who cannot view the release gets only the reasons of
 * the task itself. Throws NotFound.
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

/** Whether the next step follows without a user: a script runs, a mail is sent, a date has passed, or all targets of a gate ended. */
function isMoving({ kind, until, script, targets, conditions, approvals }: Reason, now: Instant): boolean {
  if (script !== null) return script.startedAt !== null && script.leaseUntil !== null && script.leaseUntil > now;
  if (kind === 'gate')
    return conditions.length === 0 && approvals?.holds !== false && targets.every(({ state }) => state !== 'open');
  return kind === 'mail' || (until !== null && until <= now);
}

function releaseReasons(release: Release, context: ExplanationContext): readonly Reason[] {
  if (isOver(release.status)) return [];
  if (!isFlowing(release.status)) return inactiveReasons(release, context);
  return reasonsInOrder(release, currentPhase(release)?.tasks ?? [], context);
}

/** Returns the reasons why a release has no active task. */
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

/** Tasks run one after the other, so only the first unfinished task has reasons. */
function reasonsInOrder(release: Release, tasks: readonly Task[], context: ExplanationContext): readonly Reason[] {
  const first = tasks.find(({ run }) => !isDone(run.status));
  return first === undefined ? [] : reachedTaskReasons(release, first, context);
}

/** Returns the reasons why a task that the flow has reached does not end. A group waits for its children. */
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

/** Removes the reasons that mention the release or tasks outside of this task. A group includes its children. */
function ownReasons(task: Task, all: readonly Reason[]): readonly Reason[] {
  const ids = new Set([...tasksIn([task])].map(({ id }) => id));
  const own = all.filter(({ kind, taskId }) => kind !== 'order' && taskId !== null && ids.has(taskId));
  return all.length > 0 && own.length === 0
    ? [aboutTask(task, 'order', (subject) => message('reason.notReached', { subject }))]
    : own;
}

/** Returns the tasks that precede a task by links. A source that ended in advance is replaced by its own sources. */
function linkedSources(group: Task, id: string, seen = new Set<string>()): readonly Task[] {
  const sources = new Set(group.definition.links.filter(({ target }) => target === id).map(({ source }) => source));
  const unseen = group.tasks.filter((candidate) => sources.has(candidate.id) && !seen.has(candidate.id));
  for (const candidate of unseen) seen.add(candidate.id);
  return unseen.flatMap((candidate) =>
    isInAdvance(candidate.run.status) ? linkedSources(group, candidate.id, seen) : [candidate],
  );
}

/** Returns the unfinished tasks that must end before the flow can reach a task. */
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
