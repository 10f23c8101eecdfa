import type { Outcome } from '@slipway/domain/decision';
import type { Release } from '@slipway/domain/model';
import { toStoredRelease } from '@slipway/domain/plans';
import type { Plan, ReleaseView, SaveResult, TaskView } from '@slipway/persistence/plans';

/** The result of an input, as stored. */
export interface DispatchResult {
  readonly release: Release;
  readonly version: number;
  /** null if the input changed nothing */
  readonly outcome: Outcome | null;
  /** the releases that create-release tasks have created */
  readonly created: readonly Outcome[];
  /** ids of the releases to notify */
  readonly waiters: readonly string[];
  /** the requested task, if the save has returned it; null: it must be read */
  readonly taskView: TaskView | null;
  /** the requested release, if the save has returned it */
  readonly releaseView: ReleaseView | null;
  /** The trace of the save; null without tracing. */
  readonly traceparent: string | null;
}

/** Returns the result of an input that has no effect. */
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

/** Returns the result of a saved outcome. */
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
