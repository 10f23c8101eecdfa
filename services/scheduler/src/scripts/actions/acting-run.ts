import type { Person } from '@slipway/engine';
import type { ClaimedRun } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';

/** A run whose script has asked for something. */
export interface ActingRun extends ClaimedRun, RunRequest {
  /** as whom it finds what it names; where it runs as nobody, what it asks of others is refused when it is to be done */
  readonly asker: Person;
  /** ids of parts that earlier actions of the script add to its own release */
  readonly created?: ReadonlySet<string>;
  /** ids of what they create elsewhere before the own release changes */
  readonly createdElsewhere?: ReadonlySet<string>;
}
