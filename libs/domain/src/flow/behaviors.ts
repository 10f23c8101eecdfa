import type { Await } from '../decision/outcome.ts';
import { type OutcomeDraft, withRun } from '../decision/outcome-draft.ts';
import { message } from '../messages/message.ts';
import type { Instant } from '../model/json.ts';
import { taskOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskRun } from '../model/task.ts';
import { type AutomatedTypes, noAutomatedTypes, type TaskBehavior, taskTypes } from '../model/task-types.ts';
import { requireInputValues } from '../variables/input-values.ts';
import { awaitedSourceId } from '../webhooks/event-wait.ts';
import { attemptCreation, capacityRetryMs } from './create-release.ts';
import { gateNeedsPerson, gateReason, requireOpenGate, stepGate } from './gate-task.ts';
import { flagManualFallback, manualFallbackReason } from './manual-fallback.ts';
import { newScript } from './new-script.ts';
import { aboutTask, type ExplanationContext, eventReason, type Reason } from './reasons.ts';

/** The rules of tasks that behave alike: everything that the flow and its explanations ask of the type of a task. */
interface Behavior {
  /** It contains tasks, and its status is derived from them. */
  readonly isGroup: boolean;
  /** people complete and fail it while it runs */
  readonly endedByPeople: boolean;
  /** It can be aborted while it runs: it waits for a process, not for a user. */
  readonly abortable: boolean;
  /** it shows what its variables are worth now, instead of when it started (states.md, activation order) */
  readonly showsCurrentValues: boolean;
  /** Starts it; `running` is the run of a task that does nothing else when it starts. */
  readonly start: (before: OutcomeDraft, task: Task, running: Partial<TaskRun>) => OutcomeDraft;
  /** The automatic step while the task is in progress. Returns the same decision if there is no step. */
  readonly step: (before: OutcomeDraft, task: Task) => OutcomeDraft;
  /** Refuses a completion that is too early; observations on the way are kept. Throws Conflict, Invalid. */
  readonly requireReady: (before: OutcomeDraft, task: Task) => OutcomeDraft;
  /** What it waits for while it is in progress, apart from scripts and targets. */
  readonly awaits: (task: Task) => readonly Omit<Await, 'taskId' | 'purpose'>[];
  /** When it must be looked at again while it is in progress, whatever happens. */
  readonly wakeAt: (task: Task, now: Instant) => Instant | null;
  /** Why it is still in progress. */
  readonly why: (task: Task, context: ExplanationContext, release: Release) => Reason;
  /** whether a person has to act before it ends */
  readonly needsPerson: (task: Task) => boolean;
  /** how long a task without planned duration is estimated to run, in milliseconds */
  readonly defaultDurationMs: number;
}

/** Why a task waits for the user who completes it. */
const completionReason = (task: Task): Reason =>
  aboutTask(task, 'person', (subject, who) => message('reason.complete', { subject, who }));

const manual: Behavior = {
  isGroup: false,
  endedByPeople: true,
  abortable: false,
  showsCurrentValues: false,
  start: withRun,
  step: (before) => before,
  requireReady: requireInputValues,
  awaits: () => [],
  wakeAt: () => null,
  why: completionReason,
  needsPerson: () => true,
  defaultDurationMs: 3_600_000,
};

/** A task that another product runs automatically, and that is a manual task here. */
const manualFallback: Behavior = {
  ...manual,
  start: (before, task, running) => {
    const started = withRun(before, task, running);
    return flagManualFallback(started, taskOf(started.release, task.id));
  },
};

const behaviors: Readonly<Record<TaskBehavior, Behavior>> = {
  manual,
  userInput: {
    ...manual,
    showsCurrentValues: true,
    why: (task) => aboutTask(task, 'person', (subject, who) => message('reason.fillIn', { subject, who })),
  },
  event: {
    ...manual,
    abortable: true,
    defaultDurationMs: 0,
    awaits: (task) => {
      const source = awaitedSourceId(task);
      return source === null ? [] : [{ kind: 'event', reference: source, until: null }];
    },
    why: eventReason,
  },
  gate: {
    ...manual,
    step: stepGate,
    requireReady: requireOpenGate,
    why: gateReason,
    needsPerson: gateNeedsPerson,
    defaultDurationMs: 0,
  },
  // how the tasks in a group run is the flow's own work (settle.ts)
  group: { ...manual, isGroup: true, endedByPeople: false, needsPerson: () => false, defaultDurationMs: 0 },
  create: {
    ...manual,
    endedByPeople: false,
    abortable: true,
    start: (before, task, running) => {
      const started = withRun(before, task, running);
      return attemptCreation(started, taskOf(started.release, task.id));
    },
    // A creation that has not ended at once waits for capacity.
    step: attemptCreation,
    awaits: () => [{ kind: 'capacity', reference: 'created', until: null }],
    wakeAt: (_, now) => now + capacityRetryMs,
    why: (task) => aboutTask(task, 'capacity', (subject) => message('reason.capacity', { subject })),
    needsPerson: () => false,
    defaultDurationMs: 0,
  },
  script: {
    ...manual,
    endedByPeople: false,
    abortable: true,
    start: (before, task, running) =>
      withRun(before, task, { ...running, status: 'QUEUED', script: newScript('task', before.context) }),
    needsPerson: () => false,
    defaultDurationMs: 0,
  },
};

const byType: ReadonlyMap<string, Behavior> = new Map(
  Object.entries(taskTypes).map(([name, { behavior }]) => [name, behaviors[behavior]]),
);

/**
 * The rules that hold for a task. Whether one runs a script is decided when it starts, by the types that are installed
 * then, and stays so whatever is installed later.
 */
export function behaviorOf({ definition, run }: Task, automated: AutomatedTypes = noAutomatedTypes): Behavior {
  const own = byType.get(definition.type) ?? behaviors.script;
  if (own !== behaviors.script && own !== manual) return own;
  const hasStarted = run.status === 'QUEUED' || run.status === 'IN_PROGRESS';
  if (hasStarted) return run.script === null ? manual : behaviors.script;
  return manualFallbackReason(definition, automated) === null ? own : manualFallback;
}

/** The rules for tasks of a type, without its script: a script task can be a manual task here. */
export function behaviorOfType(type: string): Behavior {
  const own = byType.get(type) ?? behaviors.script;
  return own === behaviors.script ? { ...own, endedByPeople: true } : own;
}
