import type { Phase } from '../model/phase.ts';
import { withPhase, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskRun } from '../model/task.ts';
import { append, type Chain } from './chain.ts';
import type { DecisionContext } from './context.ts';
import type { Move } from './inputs.ts';
import type { CommentAdded, Entry } from './outcome.ts';

/**
 * A decision as far as it has come: the plan, and what goes with it. It is a value: each step takes one and returns the
 * next, so that a step that is refused leaves nothing behind.
 */
export interface Progress {
  readonly context: DecisionContext;
  readonly release: Release;
  readonly entries: Chain<Entry>;
  readonly comments: Chain<CommentAdded>;
  /** ids of the release, phases and tasks that have ended */
  readonly ended: Chain<string>;
  readonly moves: Chain<Move>;
  readonly created: readonly CreatedRelease[];
}

/** A release that a create-release task has made; `starts` when its parent has settled. */
export interface CreatedRelease {
  readonly release: Release;
  readonly entries: readonly Entry[];
  readonly starts: boolean;
}

/** A decision before its first step. */
export const undecided = (release: Release, context: DecisionContext): Progress => ({
  context,
  release,
  entries: null,
  comments: null,
  ended: null,
  moves: null,
  created: [],
});

/** The decision with another plan; the same decision when the plan is the same. */
export const putRelease = (before: Progress, release: Release): Progress =>
  release === before.release ? before : { ...before, release };

/** The decision with this phase in place of the one with its id. */
export const putPhase = (before: Progress, phase: Phase): Progress =>
  putRelease(before, withPhase(before.release, phase));

/** The decision with this task in place of the one with its id. */
export const putTask = (before: Progress, task: Task): Progress => putRelease(before, withTask(before.release, task));

/** The decision with changes to the run of a task. */
export const putRun = (before: Progress, task: Task, changes: Partial<TaskRun>): Progress =>
  putTask(before, { ...task, run: { ...task.run, ...changes } });

/** The decision after these parts have ended. Gates that wait for them can continue. */
export const putEnded = (before: Progress, ids: readonly string[]): Progress => ({
  ...before,
  ended: append(before.ended, ids),
});
