import type { Instant } from '../model/json.ts';
import type { Permission } from '../model/permissions.ts';
import type { TaskPassive } from '../model/task.ts';
import type { ScriptHttpRequest, ScriptResult } from './script-result.ts';

/** What a run of a script that is over, or pauses, brings. */
interface ScriptReport {
  readonly runId: string;
  readonly attempt: number;
  /** The requests that no earlier fact has reported. */
  readonly requests?: readonly ScriptHttpRequest[];
}

/** The result of a script that has ended successfully. */
interface ScriptEnd<Action> extends ScriptReport {
  /** The actions of the script, in order. */
  readonly actions: readonly Action[];
  /** the user as whom the release's scripts run; without one they may act on their own task and variables only */
  readonly by?: Caller | null;
  /** the stored author of the script, where the release is; null: none is stored */
  readonly author?: Caller | null;
  readonly outputs?: Outputs | null;
}

/**
 * The script has ended successfully, and its task continues after a pause with a new run of the script at this path
 * of its plugin.
 */
export interface ScriptScheduled<Action> extends ScriptEnd<Action> {
  readonly type: 'scriptScheduled';
  readonly script: string;
  readonly pauseMs: number;
  /** the printed text */
  readonly output: string | null;
}

export interface ScriptFinished<Action> extends ScriptEnd<Action> {
  readonly type: 'scriptFinished';
  readonly result: ScriptResult;
}

/** Reported by the product itself; never refused, only stale. `Action` is a command of a script. */
export type FactWith<Action> =
  | { readonly type: 'timePassed' }
  /** something this release's gates wait for has changed; look at the targets again */
  | { readonly type: 'targetsChanged' }
  /** dependencies on the first id of each pair follow to the second: a restart copied what they wait for */
  | { readonly type: 'targetsMoved'; readonly moves: readonly TargetMove[] }
  /** A scheduler has claimed the script run until the lease expires. */
  | {
      readonly type: 'scriptStarted';
      readonly runId: string;
      /** one more than the attempt before */
      readonly attempt: number;
      readonly leaseUntil: Instant;
    }
  /** the scheduler that took it up cannot run it now: from `retryAt` on another attempt may begin */
  | (ScriptReport & { readonly type: 'scriptReleased'; readonly retryAt: Instant })
  /** The scheduler renews its lease. */
  | (ScriptReport & { readonly type: 'scriptGoesOn'; readonly leaseUntil: Instant })
  /** The script sleeps. The same run continues at `until`, and no lease is held until then. */
  | (ScriptReport & { readonly type: 'scriptSleeps'; readonly until: Instant })
  /**
   * The run, or this attempt, is canceled. Its requests up to now are logged, independent of the status of the task.
   */
  | {
      readonly type: 'scriptGivenUp';
      readonly taskId: string;
      /** The requests that no other fact reports. */
      readonly requests: readonly ScriptHttpRequest[];
      readonly comment: string | null;
    }
  | ScriptScheduled<Action>
  | ScriptFinished<Action>;

/** What the script of a plugin's task has put out: the names, and all own properties of the task with it. */
export interface Outputs {
  readonly names: readonly string[];
  readonly properties: TaskPassive['properties'];
}

/** A phase or task that was interrupted, and the copy that takes its place. */
export interface TargetMove {
  readonly from: string;
  readonly to: string;
}

/** Who gives a command, and what they may where the thing is: by its teams, and by their roles (permissions.md). */
export interface Caller {
  readonly username: string;
  /** names of the roles that they have */
  readonly roles: readonly string[];
  /** names of the teams of that place that they are in */
  readonly teams: readonly string[];
  /** by a token that was made for some permissions: these are all that counts, neither owns nor takes part in anything */
  readonly isLimited?: true;
  may(permission: Permission): boolean;
  /**
   * A script acts as this caller: the stored author of that script, with their own permissions at the same place. Null: it
   * has no stored author.
   */
  readonly scriptAuthor?: Caller | null;
}
