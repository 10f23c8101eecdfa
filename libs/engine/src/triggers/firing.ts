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
  /** names it among all occasions of the trigger */
  readonly key: string;
  readonly scheduledAt: Instant | null;
  readonly event: Event | null;
  /** what the script of a poll trigger has set of the variables of its type */
  readonly polled: Occasion['values'];
  /** what was wrong with it before the trigger could fire */
  readonly mistake: Error | null;
  /** Whether the trace is not stored with the release, because the occasion is not traced. */
  readonly untraced?: boolean;
}

/** A trigger that is locked until the transaction ends, and what it fires for there. */
export interface ClaimedTrigger {
  readonly row: TriggerRow;
  readonly now: Instant;
  /** in order */
  readonly occasions: readonly PendingOccasion[];
  /** the lines of its ledger for those of the occasions that it has fired for before */
  readonly before: readonly TriggerRun[];
  /** the line for what makes no release: times that were missed, or a poll that has found no change */
  readonly withoutRelease: NewRun | null;
  /** the scheduled time at which it is due next */
  readonly nextFireAt: Instant | null;
  /** the state that a poll has found; null: there was none */
  readonly triggerState: string | null;
}

export interface FiringRequest {
  readonly triggerId: string;
  /** Locks the trigger; null where there is nothing to do. */
  readonly claim: (connection: Connection) => Promise<ClaimedTrigger | null>;
  readonly caller: Caller;
  /** It fires automatically: the permissions of its author are checked. */
  readonly isAutomatic: boolean;
  /** kept with the release that is made */
  readonly key: IdempotencyKey | null;
  /** the traces that it follows from, beside the one under way */
  readonly causes?: readonly (string | null)[];
}

/** The result of firing for one occasion: a run in the history and, if one was created, a release. */
export interface Firing {
  readonly run: TriggerRun;
  readonly made: DispatchResult | null;
}

/** The results of a trigger for its occasions. */
export interface Batch {
  readonly firings: readonly Firing[];
  /** the lines of its ledger for those that it had fired for before */
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

/** A line of the ledger to be, and the release that it is about. */
export interface PendingRun {
  readonly run: NewRun;
  readonly made: { readonly outcome: Outcome; readonly created: readonly Outcome[] } | null;
}
