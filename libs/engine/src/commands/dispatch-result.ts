import { asStored, type Outcome, type Release } from '@slipway/domain';
import type { Plan, ReleaseView, Saved, TaskView } from '@slipway/persistence';

/** What an input has led to, as it is stored now. */
export interface DispatchResult {
  readonly release: Release;
  readonly version: number;
  /** null when the input changed nothing */
  readonly outcome: Outcome | null;
  /** releases that create-release tasks made on the way */
  readonly created: readonly Outcome[];
  /** ids of the releases that have to be notified */
  readonly waiters: readonly string[];
  /** the task that the caller wanted to see, where it came with the save; otherwise it takes a read */
  readonly view: TaskView | null;
  /** the release, likewise */
  readonly whole: ReleaseView | null;
  /** The trace of the save; null without tracing. */
  readonly traceparent: string | null;
}

/** The result of an input that changed nothing. */
export const unchanged = ({ release, version }: Plan): DispatchResult => ({
  release,
  version,
  outcome: null,
  created: [],
  waiters: [],
  view: null,
  whole: null,
  traceparent: null,
});

/** The result of an outcome that was saved. */
export const savedResult = (outcome: Outcome, created: readonly Outcome[], saved: Saved): DispatchResult => ({
  ...saved,
  release: saved.whole?.release ?? asStored(outcome.release),
  outcome,
  created,
});
