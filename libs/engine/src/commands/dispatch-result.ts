import type { Outcome } from '@slipway/domain/decision';
import type { Release } from '@slipway/domain/model';
import { toStoredRelease } from '@slipway/domain/plans';
import type { Plan, ReleaseView, SaveResult, TaskView } from '@slipway/persistence/plans';

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
  readonly taskView: TaskView | null;
  /** the release, likewise */
  readonly releaseView: ReleaseView | null;
  /** The trace of the save; null without tracing. */
  readonly traceparent: string | null;
}

/** The result of an input that changed nothing. */
export const toUnchangedResult = ({ release, version }: Plan): DispatchResult => ({
  release,
  version,
  outcome: null,
  created: [],
  waiters: [],
  taskView: null,
  releaseView: null,
  traceparent: null,
});

/** The result of an outcome that was saved. */
export const toSavedResult = (
  outcome: Outcome,
  created: readonly Outcome[],
  saveResult: SaveResult,
): DispatchResult => ({
  ...saveResult,
  release: saveResult.releaseView?.release ?? toStoredRelease(outcome.release),
  outcome,
  created,
});
