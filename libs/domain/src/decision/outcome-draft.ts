import type { Phase } from '../model/phase.ts';
import { withPhase, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskRun } from '../model/task.ts';
import { append, type Chain } from './chain.ts';
import type { DecisionContext } from './context.ts';
import type { TargetMove } from './inputs.ts';
import type { CommentAdded, LogEntry } from './outcome.ts';

/**
 * A decision as far as it has come: the plan, and what goes with it. It is a value: each step takes one and returns the
 * next, so that a step that is refused leaves nothing behind.
 */
export interface OutcomeDraft {
  readonly context: DecisionContext;
  readonly release: Release;
  readonly entries: Chain<LogEntry>;
  readonly comments: Chain<CommentAdded>;
  /** ids of the release, phases and tasks that have ended */
  readonly ended: Chain<string>;
  readonly moves: Chain<TargetMove>;
  readonly created: readonly CreatedRelease[];
}

/** A release that a create-release task has made; `starts` when its parent has settled. */
export interface CreatedRelease {
  readonly release: Release;
  readonly entries: readonly LogEntry[];
  readonly starts: boolean;
}

/** A decision before its first step. */
export const beginOutcome = (release: Release, context: DecisionContext): OutcomeDraft => ({
  context,
  release,
  entries: null,
  comments: null,
  ended: null,
  moves: null,
  created: [],
});

/** The decision with another plan; the same decision when the plan is the same. */
export const withRelease = (before: OutcomeDraft, release: Release): OutcomeDraft =>
  release === before.release ? before : { ...before, release };

/** The decision with this phase in place of the one with its id. */
export const withReplacedPhase = (before: OutcomeDraft, phase: Phase): OutcomeDraft =>
  withRelease(before, withPhase(before.release, phase));

/** The decision with this task in place of the one with its id. */
export const withReplacedTask = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  withRelease(before, withTask(before.release, task));

/** The decision with changes to the run of a task. */
export const withRun = (before: OutcomeDraft, task: Task, changes: Partial<TaskRun>): OutcomeDraft =>
  withReplacedTask(before, { ...task, run: { ...task.run, ...changes } });

/** The decision after these parts have ended. Gates that wait for them can continue. */
export const withEnded = (before: OutcomeDraft, ids: readonly string[]): OutcomeDraft => ({
  ...before,
  ended: append(before.ended, ids),
});
