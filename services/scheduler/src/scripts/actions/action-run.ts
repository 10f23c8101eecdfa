import type { Person } from '@slipway/engine';
import type { ClaimedRun } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';

/** A run whose script has actions. */
export interface ActingRun extends ClaimedRun, RunRequest {
  /**
   * The user who resolves the names in actions; without a run-as user, external actions are refused when they are
   * applied.
   */
  readonly requester: Person;
  /** ids of parts that earlier actions of the script add to its own release */
  readonly created?: ReadonlySet<string>;
  /** ids of what they create elsewhere before the own release changes */
  readonly createdExternally?: ReadonlySet<string>;
}
