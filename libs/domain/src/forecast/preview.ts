import { startAfterBlackouts } from '../calendar/start-delays.ts';
import type { Blackout } from '../decision/env.ts';
import { behaviorOf } from '../flow/behaviors.ts';
import { partState, targetOf } from '../gates/gate.ts';
import { targetId } from '../ids/ids.ts';
import type { Instant } from '../model/json.ts';
import type { Phase } from '../model/phase.ts';
import { soleKey } from '../model/placeholders.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded, type PhaseStatus, type TaskStatus } from '../model/status.ts';
import { isParallelGroup, type TargetState, type Task } from '../model/task.ts';
import { type AutomatedTypes, isGroupType } from '../model/task-types.ts';
import { sourcesOf } from '../plans/links.ts';
import { constantValue } from '../scripts/precondition.ts';
import { missingAtStart, missingKeys } from '../variables/values.ts';
import { plannedEnd, type TypicalDurations } from './planned-end.ts';

/** The external data of a preview, loaded before. */
export interface PreviewContext {
  readonly now: Instant;
  readonly blackouts: readonly Blackout[];
  /** The texts of preconditions by task id, with placeholders. */
  readonly preconditions: ReadonlyMap<string, string>;
  /** The states of targets in other releases, and their estimated ends; null if unknown. */
  readonly targets: ReadonlyMap<string, { readonly state: TargetState; readonly endsAt: Instant | null }>;
  readonly automatedTypes: AutomatedTypes;
  /** Absent: no run of the template is known. */
  readonly typicalDurations?: TypicalDurations;
}

/** A target of a gate. `endsAt` is its estimated end; null if unknown. */
export interface PreviewTarget {
  readonly target: string;
  readonly state: TargetState;
  readonly endsAt: Instant | null;
}

/** A task in a preview. `heldUntil` is its scheduled start or the end of the blackout that delays it. */
export interface PreviewTask {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly status: TaskStatus;
  readonly startDate: Instant;
  readonly endDate: Instant;
  readonly heldUntil: Instant | null;
  readonly heldBy: 'date' | 'blackout' | null;
  /** True if the task is already skipped, or its precondition is the constant false. */
  readonly skipped: boolean;
  /** Whether a user has to act, for example to complete the task or to tick the conditions of a gate. */
  readonly needsPerson: boolean;
  /** Whether the task has the default duration of one hour: a user completes it, and it has no planned duration. */
  readonly defaultDuration: boolean;
  /**
   * The median of its last runs in milliseconds, if it is the estimate: a user completes the task, and it has no planned
   * duration. Null: the estimate has another source.
   */
  readonly typicalDuration: number | null;
  readonly waitsFor: readonly PreviewTarget[];
  /** The keys of required variables without a value that the task uses. */
  readonly missing: readonly string[];
  readonly tasks: readonly PreviewTask[];
}

export interface PreviewPhase {
  readonly id: string;
  readonly title: string;
  readonly status: PhaseStatus;
  readonly startDate: Instant;
  readonly endDate: Instant;
  readonly tasks: readonly PreviewTask[];
}

/** The estimated start and end of a release and its parts. */
export interface Preview {
  readonly startDate: Instant;
  readonly endDate: Instant;
  readonly phases: readonly PreviewPhase[];
  readonly defaultDurations: boolean;
  /**
   * Keys of required variables without a value that block the creation and start of the release. Tasks list their
   * other missing values.
   */
  readonly missing: readonly string[];
}

/** The state of a walk through a plan in its order. `ends` collects the end of each phase and task. */
interface PreviewWalk extends PreviewContext {
  readonly release: Release;
  readonly ends: Map<string, Instant>;
  readonly phaseTitle: string;
  readonly byDefault: Set<string>;
  readonly byExperience: Map<string, number>;
}

/**
 * Estimates when each phase and task starts and ends, by planned durations, schedules and blackouts. A task without a
 * planned duration takes its typical duration if a user completes it, or one hour without earlier runs. Other tasks take
 * no time.
 */
export function preview(release: Release, context: PreviewContext): Preview {
  const walk: PreviewWalk = {
    ...context,
    ...{ release, phaseTitle: '', ends: new Map(), byDefault: new Set(), byExperience: new Map() },
  };
  const startsAt = release.startDate ?? Math.max(release.scheduledStartDate ?? walk.now, walk.now);
  let currentTime = startsAt;
  const phases = release.phases.map((phase) => {
    const previewed = previewPhase({ ...walk, phaseTitle: phase.title }, phase, currentTime);
    currentTime = Math.max(currentTime, previewed.endDate);
    return previewed;
  });
  const missing = missingAtStart(release.variables);
  return {
    startDate: startsAt,
    endDate: release.endDate ?? currentTime,
    phases,
    defaultDurations: walk.byDefault.size > 0,
    missing,
  };
}

function previewPhase(walk: PreviewWalk, phase: Phase, currentTime: Instant): PreviewPhase {
  const startDate = phase.startDate ?? currentTime;
  const { tasks, end } = inOrder(walk, phase.tasks, startDate);
  const endDate = phase.endDate ?? end;
  walk.ends.set(phase.id, endDate);
  return { id: phase.id, title: phase.title, status: phase.status, startDate, endDate, tasks };
}

interface PreviewTasks {
  readonly tasks: readonly PreviewTask[];
  readonly end: Instant;
}

function inOrder(walk: PreviewWalk, tasks: readonly Task[], start: Instant): PreviewTasks {
  let end = start;
  const previewed = tasks.map((task) => {
    const next = previewTask(walk, task, end);
    end = Math.max(end, next.endDate);
    return next;
  });
  return { tasks: previewed, end };
}

/** Tasks of a parallel group start together. A linked task starts after its sources, so they are previewed first. */
function inParallel(walk: PreviewWalk, group: Task, start: Instant): PreviewTasks {
  const sources = sourcesOf(group.definition.links);
  const previewed = new Map<string, PreviewTask>();
  let remaining = group.tasks;
  while (remaining.length > 0) {
    const unblocked = remaining.filter(({ id }) => sources.get(id)?.every((source) => previewed.has(source)) ?? true);
    for (const task of unblocked) {
      const before = new Set(sources.get(task.id));
      const ended = before.size === 0 ? [] : [...previewed.values()].filter(({ id }) => before.has(id));
      const reachedAt = Math.max(start, ...ended.map(({ endDate }) => endDate));
      previewed.set(task.id, previewTask(walk, task, reachedAt));
    }
    if (unblocked.length === 0) break;
    remaining = remaining.filter(({ id }) => !previewed.has(id));
  }
  const tasks = group.tasks.flatMap(({ id }) => previewed.get(id) ?? []);
  return { tasks, end: Math.max(start, ...tasks.map(({ endDate }) => endDate)) };
}

function previewTask(walk: PreviewWalk, task: Task, reachedAt: Instant): PreviewTask {
  const { run, definition } = task;
  const skipped = isSkipped(walk, task);
  const isOpen = !skipped && !isEnded(run.status) && run.status !== 'COMPLETED_IN_ADVANCE';
  const arrivesAt = isEnded(run.status) ? reachedAt : Math.max(reachedAt, walk.now);
  const startDelay = isOpen && run.startDate === null ? startDelayAt(walk, task, arrivesAt) : null;
  const startDate = run.startDate ?? startDelay?.until ?? arrivesAt;
  const waitsFor = isOpen ? targetsOf(walk, task) : [];
  const children = childrenOf(walk, task, startDate, skipped);
  const endDate = isOpen
    ? openEnd(walk, task, [startDate, ...waitsFor.flatMap(({ endsAt }) => endsAt ?? [])], children.end)
    : endOf(task, startDate);
  walk.ends.set(task.id, endDate);
  return {
    id: task.id,
    title: titleOf(task),
    type: definition.type,
    status: run.status,
    startDate,
    endDate,
    heldUntil: startDelay?.until ?? null,
    heldBy: startDelay?.by ?? null,
    skipped,
    needsPerson: isOpen && behaviorOf(task, walk.automatedTypes).needsPerson(task),
    defaultDuration: walk.byDefault.has(task.id),
    typicalDuration: walk.byExperience.get(task.id) ?? null,
    waitsFor,
    missing: isOpen ? missingKeys(walk.release, task) : [],
    tasks: children.tasks,
  };
}

/** Returns the end of an open task: its planned end after the last of `starts`, but not before its last child ends. */
const openEnd = (walk: PreviewWalk, task: Task, starts: readonly Instant[], childrenEnd: Instant): Instant =>
  Math.max(childrenEnd, plannedEnd(walk, task, Math.max(...starts)));

/** Returns the end of a task that is not open. A task that was completed or skipped in advance takes no time. */
const endOf = ({ run }: Task, startDate: Instant): Instant =>
  isEnded(run.status) ? (run.endDate ?? startDate) : startDate;

function childrenOf(walk: PreviewWalk, task: Task, start: Instant, skipped: boolean): PreviewTasks {
  if (skipped || !isGroupType(task.definition.type)) return { tasks: [], end: start };
  return isParallelGroup(task) ? inParallel(walk, task, start) : inOrder(walk, task.tasks, start);
}

const isSkipped = (walk: PreviewWalk, { id, run, definition }: Task): boolean => {
  if (run.status === 'SKIPPED' || run.status === 'SKIPPED_IN_ADVANCE') return true;
  const text = walk.preconditions.get(id);
  if (run.startDate !== null || !definition.hasPrecondition || text === undefined) return false;
  return constantValue(text, walk.release.variables) === false;
};

function startDelayAt(
  { blackouts }: PreviewWalk,
  task: Task,
  reachedAt: Instant,
): { readonly until: Instant; readonly by: 'date' | 'blackout' } | null {
  const { scheduledStartDate, waitForScheduledStartDate, delayDuringBlackout } = task.definition;
  const date = task.run.postponedUntil ?? (waitForScheduledStartDate ? scheduledStartDate : null);
  const start = date !== null && date > reachedAt ? date : reachedAt;
  const until = delayDuringBlackout ? startAfterBlackouts(start, blackouts) : start;
  if (until === reachedAt) return null;
  return { until, by: until === start ? 'date' : 'blackout' };
}

function targetsOf(walk: PreviewWalk, task: Task): readonly PreviewTarget[] {
  return task.definition.dependencies.flatMap((dependency) => {
    const target = targetOf(task, dependency) ?? targetOfVariable(walk, dependency.target);
    if (target === null) return [{ target: dependency.target, state: 'missing', endsAt: null } as const];
    const own = ownEnd(walk, target);
    const targetState = own ?? walk.targets.get(target) ?? ({ state: 'missing', endsAt: null } as const);
    return targetState.state === 'done' ? [] : [{ target, ...targetState }];
  });
}

/** Returns the target in the current value of a variable. The value is usually set long before the gate starts. */
function targetOfVariable({ release }: PreviewWalk, rawTarget: string): string | null {
  const key = soleKey(rawTarget);
  const value = release.variables.find((variable) => variable.key === key)?.value;
  return typeof value === 'string' ? targetId(value) : null;
}

function ownEnd(
  { release, ends }: PreviewWalk,
  target: string,
): { readonly state: TargetState; readonly endsAt: Instant | null } | null {
  const state = partState(release, target);
  return state === undefined ? null : { state, endsAt: ends.get(target) ?? null };
}
