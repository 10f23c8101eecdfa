import type { Caller } from '../decision/inputs.ts';
import { behaviourOf } from '../flow/behaviours.ts';
import { whyRunAsIsMissing } from '../flow/needs-run-as.ts';
import {
  aboutRelease,
  aboutTask,
  type ExplanationContext,
  type Reason,
  whyFailed,
  whyPending,
  whyWaitingForInput,
  whyWithScript,
} from '../flow/reasons.ts';
import { listed, written } from '../flow/sentences.ts';
import { type Unheard, unheardOf } from '../gates/unheard.ts';
import { clip } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { currentPhase, type Place, placeOf, tasksIn, titleOf } from '../model/plan.ts';
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
import { isStartedGroup, runsTogether, type Task } from '../model/task.ts';
import { viewing } from '../people/needed-permissions.ts';
import { isGranted } from '../people/standing.ts';
import { isLocked } from '../plans/guards.ts';
import { missingAtStart } from '../variables/values.ts';
import { type LackingOnTask, lackingOnTask } from './waiting.ts';

/** Why a release or task does not move, in words and in data. */
export interface Explanation {
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseStatus | TaskStatus;
  /** Whether the product is working on it, so that no user has to act. */
  readonly moving: boolean;
  readonly sentence: string;
  /** how many reasons there are */
  readonly count: number;
  /** the first of them, in the order of the plan */
  readonly reasons: readonly Reason[];
  /** Of a gate with approval requirements: the verdicts that the caller cannot give. */
  readonly unheard: Unheard | null;
  /** of a task: the permission that the caller lacks for each action that they cannot take; null: of a release */
  readonly lacking: LackingOnTask | null;
}

/** As many reasons as an answer holds, and as many tasks before another one as a reason names. */
const mostReasons = 100;
const mostBefore = 10;

/** Why a release does not move: everything that the flow waits for at this moment. Pure; looks at each task once. */
export function explainRelease(release: Release, world: ExplanationContext): Explanation {
  const { id, title, status } = release;
  const reasons = whyRelease(release, world);
  return explanation({ id, title, status }, `Release '${clip(title)}'`, reasons, world.now);
}

/**
 * Why one task does not continue: its own pending work, or, if it is not reached, the pending work of the parts before
 * it. `asking` is the caller with the teams of that scope. A participant who cannot view the release gets the reasons of
 * the task alone. Throws NotFound.
 */
export function explainTask(release: Release, taskId: string, world: ExplanationContext, asking: Caller): Explanation {
  const place = placeOf(release, taskId);
  const title = titleOf(place.task);
  const { status } = place.task.run;
  const all = whyTask(release, place, world);
  const reasons = isGranted(viewing, asking, { release }) ? all : ownReasons(place.task, all);
  const explained = explanation({ id: taskId, title, status }, `Task '${clip(title)}'`, reasons, world.now);
  const lacking = lackingOnTask(asking, { release, task: place.task, isLocked: isLocked(place) });
  return { ...explained, unheard: unheardOf(release, place.task, asking), lacking };
}

interface Subject {
  readonly id: string;
  readonly title: string;
  readonly status: ReleaseStatus | TaskStatus;
}

function explanation(subject: Subject, name: string, all: readonly Reason[], now: Instant): Explanation {
  const reasons = all.slice(0, mostReasons);
  const moving = all.some((reason) => isMoving(reason, now));
  return {
    ...subject,
    moving,
    sentence: summary(subject.status, name, all),
    count: all.length,
    reasons,
    unheard: null,
    lacking: null,
  };
}

function summary(status: Subject['status'], name: string, reasons: readonly Reason[]): string {
  const [first, second, ...others] = reasons;
  if (first === undefined) {
    return isEnd(status) ? `${name} is over: it is ${status}.` : `${name} is ${status}, and nothing holds it.`;
  }
  if (second === undefined) return first.sentence;
  const rest = others.length === 0 ? '' : ` And ${others.length} more.`;
  return `${name} is ${status}, for ${reasons.length} reasons. ${first.sentence} ${second.sentence}${rest}`;
}

const isEnd = (status: Subject['status']): boolean =>
  status === 'COMPLETED' || status === 'SKIPPED' || status === 'ABORTED';

/** A script that runs, a date that has come, or a gate whose targets have ended: the next step is about to be taken. */
function isMoving({ kind, until, script, targets, conditions, approvals }: Reason, now: Instant): boolean {
  if (script !== null) return script.startedAt !== null && script.leaseUntil !== null && script.leaseUntil > now;
  if (kind === 'gate')
    return conditions.length === 0 && approvals?.holds !== false && targets.every(({ state }) => state !== 'open');
  return until !== null && until <= now;
}

function whyRelease(release: Release, world: ExplanationContext): readonly Reason[] {
  if (isOver(release.status)) return [];
  if (!isFlowing(release.status)) return whyInactive(release, world);
  return whyInOrder(release, currentPhase(release)?.tasks ?? [], world);
}

/** Why a release that has no active task has none. */
function whyInactive(release: Release, world: ExplanationContext): readonly Reason[] {
  const { status, autoStart, scheduledStartDate: until } = release;
  if (isTemplate(status))
    return [aboutRelease(release, 'notStarted', 'is a template: releases are created from it, and run.')];
  if (status === 'PAUSED') {
    return [aboutRelease(release, 'paused', 'was restarted without resume and is paused: a user has to resume it.')];
  }
  if (!autoStart) {
    const idle =
      until === null ? '' : `, since autoStart is off: its scheduled start, ${written(until)}, starts nothing`;
    return [aboutRelease(release, 'notStarted', `was not started: a user has to start it${idle}.`)];
  }
  const keys = missingAtStart(release.variables);
  const variables = release.variables.filter(({ key }) => keys.includes(key)).map(({ key, label }) => ({ key, label }));
  const runAs = whyRunAsIsMissing(release);
  const needs = `needs a value for ${listed(keys.map((key) => `'${key}'`))} before it can start.`;
  return [
    ...(until === null || (until <= world.now && (keys.length > 0 || runAs !== null))
      ? []
      : [aboutRelease(release, 'date', `starts automatically at ${written(until)}.`, { until })]),
    ...(variables.length === 0 ? [] : [aboutRelease(release, 'input', needs, { variables })]),
    ...(runAs === null ? [] : [aboutRelease(release, 'notStarted', `cannot start: ${runAs}.`)]),
  ];
}

/** In order, the first task that is not done is the only one that anything waits for. */
function whyInOrder(release: Release, tasks: readonly Task[], world: ExplanationContext): readonly Reason[] {
  const first = tasks.find(({ run }) => !isDone(run.status));
  return first === undefined ? [] : whyReached(release, first, world);
}

/** Why a task that the flow has reached does not end; a group waits for what is in it. */
function whyReached(release: Release, task: Task, world: ExplanationContext): readonly Reason[] {
  if (isAhead(task.run.status)) return [];
  if (!isStartedGroup(task)) return whyOwn(release, task, world);
  return runsTogether(task)
    ? task.tasks.flatMap((child) => (isEnded(child.run.status) ? [] : whyReached(release, child, world)))
    : whyInOrder(release, task.tasks, world);
}

function whyOwn(release: Release, task: Task, world: ExplanationContext): readonly Reason[] {
  const { status, script } = task.run;
  if (script !== null) return [whyWithScript(task, script, world)];
  if (status === 'PENDING') return whyPending(task, world);
  if (status === 'WAITING_FOR_INPUT') return [whyWaitingForInput(release, task)];
  const own =
    status === 'FAILED'
      ? whyFailed(task, world.comments.get(task.id) ?? null)
      : behaviourOf(task).why(task, world, release);
  const isHeld = own.kind === 'failed' || own.kind === 'person' || own.kind === 'gate' || own.kind === 'event';
  if (!isHeld || !isLocked(placeOf(release, task.id))) return [own];
  return [own, aboutTask(task, 'locked', 'is locked: it cannot be skipped or edited before it is unlocked.')];
}

function whyTask(release: Release, place: Place, world: ExplanationContext): readonly Reason[] {
  const { task, groups } = place;
  if (isOver(release.status) || isEnded(task.run.status)) return [];
  if (!isAhead(task.run.status)) return whyReached(release, task, world);
  const before = comesBefore(release, place);
  const unstarted = groups.filter((group) => !isAhead(group.run.status) && !isStartedGroup(group));
  const causes = isFlowing(release.status)
    ? [...unstarted, ...before].flatMap((each) => whyReached(release, each, world))
    : whyInactive(release, world);
  return [...whyNotReached(task, before), ...causes];
}

/** The reasons without those that name other tasks or the release itself. A group includes its tasks. */
function ownReasons(task: Task, all: readonly Reason[]): readonly Reason[] {
  const ids = new Set([...tasksIn([task])].map(({ id }) => id));
  const own = all.filter(({ kind, taskId }) => kind !== 'order' && taskId !== null && ids.has(taskId));
  return all.length > 0 && own.length === 0 ? [aboutTask(task, 'order', 'was not reached yet.')] : own;
}

/** The tasks that links of a group put before one of its tasks; a task that is done in advance waits for its own sources. */
function linkedBefore(group: Task, id: string, seen = new Set<string>()): readonly Task[] {
  const sources = new Set(group.definition.links.filter(({ target }) => target === id).map(({ source }) => source));
  const unseen = group.tasks.filter((each) => sources.has(each.id) && !seen.has(each.id));
  for (const each of unseen) seen.add(each.id);
  return unseen.flatMap((each) => (isInAdvance(each.run.status) ? linkedBefore(group, each.id, seen) : [each]));
}

/** The tasks that have to be done before the flow can reach a place. */
function comesBefore(release: Release, { phase, groups, task }: Place): readonly Task[] {
  const earlier = release.phases.slice(0, release.phases.indexOf(phase)).filter(({ status }) => !isClosed(status));
  const chain = [...groups, task];
  const inside = chain.flatMap((each, depth) => {
    const group = chain[depth - 1];
    const siblings = group?.tasks ?? phase.tasks;
    if (group === undefined || !runsTogether(group)) return siblings.slice(0, siblings.indexOf(each));
    return linkedBefore(group, each.id);
  });
  return [...earlier.flatMap(({ tasks }) => tasks), ...inside].filter(
    ({ run }) => !isDone(run.status) && !isInAdvance(run.status),
  );
}

function whyNotReached(task: Task, all: readonly Task[]): readonly Reason[] {
  if (all.length === 0) return [];
  const before = all
    .slice(0, mostBefore)
    .map((each) => ({ id: each.id, title: titleOf(each), status: each.run.status }));
  const names = listed(all.map((each) => `'${clip(titleOf(each))}'`));
  return [
    aboutTask(task, 'order', `was not reached yet: before it ${all.length === 1 ? 'comes' : 'come'} ${names}.`, {
      before,
    }),
  ];
}
