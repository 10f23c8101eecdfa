import type { Caller, Outcome } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import type { Event, Occasion } from '@slipway/domain/triggers';
import type { Connection } from '@slipway/persistence/database';
import type { IdempotencyKey } from '@slipway/persistence/plans';
import type { NewRun, TriggerRow, TriggerRun } from '@slipway/persistence/triggers';
import type { DispatchResult } from '../commands/dispatch-result.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import type { LockedTrigger } from './locked-trigger.ts';
import type { PlanWriter } from './plan-writer.ts';

/** One cause for which a trigger fires once: a time, a manual request, or an event. */
export interface PendingOccasion {
  /** identifies the occasion among all occasions of the trigger */
  readonly key: string;
  readonly scheduledAt: Instant | null;
  readonly event: Event | null;
  /** the variables that the script of a poll trigger has set */
  readonly polled: Occasion['values'];
  /** the error that occurred before the trigger could fire */
  readonly fault: Error | null;
  /** Whether the trace is not stored with the release, because the occasion is not traced. */
  readonly untraced?: boolean;
}

/** A trigger that is locked until the transaction ends, and its occasions. */
export interface ClaimedTrigger {
  readonly row: TriggerRow;
  readonly now: Instant;
  /** in order of firing */
  readonly occasions: readonly PendingOccasion[];
  /** the run history entries of occasions for which the trigger has already fired */
  readonly before: readonly TriggerRun[];
  /** the run history entry without a release: for missed times, or for a poll without a change */
  readonly withoutRelease: NewRun | null;
  /** the next scheduled time */
  readonly nextFireAt: Instant | null;
  /** the state that the poll has returned; null for other triggers */
  readonly triggerState: string | null;
}

export interface FiringRequest {
  readonly triggerId: string;
  /** Locks the trigger. Returns null if it need not fire. */
  readonly claim: (connection: Connection) => Promise<ClaimedTrigger | null>;
  readonly caller: Caller;
  /** Whether the trigger fires automatically. Then the permissions of its author are checked. */
  readonly isAutomatic: boolean;
  /** stored with the created release */
  readonly key: IdempotencyKey | null;
  /** the traces that caused the firing, in addition to the current one */
  readonly causes?: readonly (string | null)[];
}

/** The result of firing for one occasion: a run in the history and, if one was created, a release. */
export interface Firing {
  readonly run: TriggerRun;
  readonly created: DispatchResult | null;
}

/** The results of a trigger for its occasions. */
export interface Batch {
  readonly firings: readonly Firing[];
  /** the run history entries of occasions for which the trigger had already fired */
  readonly before: readonly TriggerRun[];
}

export interface FiringTransaction {
  readonly connection: Connection;
  readonly context: EngineContext;
  readonly request: FiringRequest;
  readonly claimed: ClaimedTrigger;
  readonly locked: LockedTrigger;
  readonly writer: PlanWriter;
}

/** A new run history entry, and its release, if any. */
export interface PendingRun {
  readonly run: NewRun;
  readonly creation: { readonly outcome: Outcome; readonly created: readonly Outcome[] } | null;
}
