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
import { aboutTask, type ExplanationContext, eventReason, mailReason, type Reason } from './reasons.ts';
import { startMail } from './send-mail.ts';

/** The rules of a task behavior. The flow and its explanations read all type-specific rules from here. */
interface Behavior {
  /** Whether the task contains tasks, from which its status is derived. */
  readonly isGroup: boolean;
  /** Whether users complete and fail the task while it runs. */
  readonly endedByPeople: boolean;
  /** Whether the task can be aborted while it runs, because it waits for a process and not for a user. */
  readonly abortable: boolean;
  /**
   * Whether the task uses the current values of its variables, not those at its start (states.md, activation order).
   */
  readonly showsCurrentValues: boolean;
  /** Starts the task. `running` contains the changes of the run that all starts have in common. */
  readonly start: (before: OutcomeDraft, task: Task, running: Partial<TaskRun>) => OutcomeDraft;
  /** The automatic step while the task is in progress. Returns the same decision if there is no step. */
  readonly step: (before: OutcomeDraft, task: Task) => OutcomeDraft;
  /** Requires that the task can be completed. Returns the decision with new observations. Throws Conflict, Invalid. */
  readonly requireReady: (before: OutcomeDraft, task: Task) => OutcomeDraft;
  /** Returns the pending work of a task in progress, except scripts and targets. */
  readonly awaits: (task: Task) => readonly Omit<Await, 'taskId' | 'purpose'>[];
  /** Returns the next time to check a task in progress, or null. */
  readonly wakeAt: (task: Task, now: Instant) => Instant | null;
  /** Returns the reason why the task is in progress. */
  readonly why: (task: Task, context: ExplanationContext, release: Release) => Reason;
  /** Whether the task requires an action of a user before it ends. */
  readonly needsPerson: (task: Task) => boolean;
  /** the estimated duration of a task without a planned duration, in milliseconds */
  readonly defaultDurationMs: number;
}

/** Returns the reason of a task that waits for a user to complete it. */
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

/** A task that runs automatically in another product, and that users complete here. */
const manualFallback: Behavior = {
  ...manual,
  start: (before, task, running) => {
    const started = withRun(before, task, running);
    return flagManualFallback(started, taskOf(started.release, task.id));
  },
};

/** A notification task that a user completes, because it started without a mail server. */
const withoutMailServer: Behavior = {
  ...manual,
  why: (task) => aboutTask(task, 'person', (subject, who) => message('reason.withoutMailServer', { subject, who })),
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
  // settle.ts runs the tasks in a group
  group: { ...manual, isGroup: true, endedByPeople: false, needsPerson: () => false, defaultDurationMs: 0 },
  create: {
    ...manual,
    endedByPeople: false,
    abortable: true,
    start: (before, task, running) => {
      const started = withRun(before, task, running);
      return attemptCreation(started, taskOf(started.release, task.id));
    },
    // A creation in progress waits for capacity.
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
  mail: {
    ...manual,
    abortable: true,
    start: startMail,
    awaits: ({ run }) =>
      [run.mail].filter((mail) => mail !== null).map(({ id, until }) => ({ kind: 'mail', reference: id, until })),
    why: mailReason,
    needsPerson: () => false,
    defaultDurationMs: 0,
  },
};

const byType: ReadonlyMap<string, Behavior> = new Map(
  Object.entries(taskTypes).map(([name, { behavior }]) => [name, behaviors[behavior]]),
);

/**
 * Returns the rules of a task. Whether it runs a script or sends a mail is decided at its start, by the installed types
 * and the mail server. Later changes of these do not affect a running task.
 */
export function behaviorOf({ definition, run }: Task, automated: AutomatedTypes = noAutomatedTypes): Behavior {
  const own = byType.get(definition.type) ?? behaviors.script;
  const hasStarted = run.status === 'QUEUED' || run.status === 'IN_PROGRESS';
  if (own === behaviors.mail) {
    const isManual = hasStarted ? run.mail === null : (automated.mail ?? 'manual') === 'manual';
    return isManual ? withoutMailServer : own;
  }
  if (own !== behaviors.script && own !== manual) return own;
  if (hasStarted) return run.script === null ? manual : behaviors.script;
  return manualFallbackReason(definition, automated) === null ? own : manualFallback;
}

/**
 * Returns the rules of a task type, independent of a task: users can complete script tasks, which may have no runner.
 */
export function behaviorOfType(type: string): Behavior {
  const own = byType.get(type) ?? behaviors.script;
  return own === behaviors.script ? { ...own, endedByPeople: true } : own;
}
