import type { Phase } from '../model/phase.ts';
import { withPhase, withTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskRun } from '../model/task.ts';
import { append, type Chain } from './chain.ts';
import type { DecisionContext } from './context.ts';
import type { TargetMove } from './inputs.ts';
import type { CommentAdded, CommentChange, LogEntry } from './outcome.ts';

/**
 * The intermediate result of a decision. It is immutable: each step returns a new one, so that a rejected step has no
 * effect.
 */
export interface OutcomeDraft {
  readonly context: DecisionContext;
  readonly release: Release;
  readonly entries: Chain<LogEntry>;
  readonly comments: Chain<CommentAdded>;
  /** absent: no stored comment changes */
  readonly commentChange?: CommentChange;
  /** the ids of the release, phases and tasks that have ended */
  readonly ended: Chain<string>;
  readonly moves: Chain<TargetMove>;
  readonly created: readonly CreatedRelease[];
}

/** A release that a create-release task has created. With `starts`, it starts after its parent is settled. */
export interface CreatedRelease {
  readonly release: Release;
  readonly entries: readonly LogEntry[];
  readonly starts: boolean;
}

/** Returns the draft of a decision before its first step. */
export const beginOutcome = (release: Release, context: DecisionContext): OutcomeDraft => ({
  context,
  release,
  entries: null,
  comments: null,
  ended: null,
  moves: null,
  created: [],
});

/** Replaces the release. Returns the same draft if the release is the same. */
export const withRelease = (before: OutcomeDraft, release: Release): OutcomeDraft =>
  release === before.release ? before : { ...before, release };

/** Replaces the phase with the same id. */
export const withReplacedPhase = (before: OutcomeDraft, phase: Phase): OutcomeDraft =>
  withRelease(before, withPhase(before.release, phase));

/** Replaces the task with the same id. */
export const withReplacedTask = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  withRelease(before, withTask(before.release, task));

/** Changes the run of a task. */
export const withRun = (before: OutcomeDraft, task: Task, changes: Partial<TaskRun>): OutcomeDraft =>
  withReplacedTask(before, { ...task, run: { ...task.run, ...changes } });

/** Records ended parts, so that gates that wait for them can continue. */
export const withEnded = (before: OutcomeDraft, ids: readonly string[]): OutcomeDraft => ({
  ...before,
  ended: append(before.ended, ids),
});
