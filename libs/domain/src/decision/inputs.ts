import type { Permission } from '../model/catalogs/permissions.ts';
import type { Instant } from '../model/json.ts';
import type { TaskPassive } from '../model/task.ts';
import type { ScriptHttpRequest, ScriptOutput, ScriptResult } from './script-result.ts';

/** The report of a script run that has ended or paused. */
interface ScriptReport {
  readonly runId: string;
  readonly attempt: number;
  /** the HTTP requests that no earlier fact has reported */
  readonly requests?: readonly ScriptHttpRequest[];
}

/** The result of a script that has ended successfully. */
interface ScriptEnd<Action> extends ScriptReport {
  /** the actions of the script, in order */
  readonly actions: readonly Action[];
  /** the run-as user; without one, the script can change only its own task and variables */
  readonly by?: Caller | null;
  /** the stored author of the script, with the permissions on the release; null: no author is stored */
  readonly author?: Caller | null;
  readonly outputs?: Outputs | null;
}

/**
 * The script has ended successfully, and has scheduled a next script. After a pause, the task continues with the script
 * at this path of its plugin.
 */
export interface ScriptScheduled<Action> extends ScriptEnd<Action>, ScriptOutput {
  readonly type: 'scriptScheduled';
  readonly script: string;
  readonly pauseMs: number;
}

export interface ScriptFinished<Action> extends ScriptEnd<Action> {
  readonly type: 'scriptFinished';
  readonly result: ScriptResult;
}

/** An input from the product itself. It is never rejected, but can be outdated. `Action` is a command of a script. */
export type FactWith<Action> =
  | { readonly type: 'timePassed' }
  /** A target of this release's gates has changed. Gates observe their targets again. */
  | { readonly type: 'targetsChanged' }
  /** A restart has copied the targets of dependencies. Each dependency on `from` is changed to `to`. */
  | { readonly type: 'targetsMoved'; readonly moves: readonly TargetMove[] }
  /** A scheduler has claimed the script run until the lease expires. */
  | {
      readonly type: 'scriptStarted';
      readonly runId: string;
      /** the previous attempt plus one */
      readonly attempt: number;
      readonly leaseUntil: Instant;
    }
  /** The scheduler that claimed the run cannot run it now. Another attempt may start at `retryAt`. */
  | (ScriptReport & { readonly type: 'scriptReleased'; readonly retryAt: Instant })
  /** The scheduler renews its lease. */
  | (ScriptReport & { readonly type: 'scriptLeaseRenewed'; readonly leaseUntil: Instant })
  /** The script sleeps. The same run continues at `until`, and no lease is held until then. */
  | (ScriptReport & { readonly type: 'scriptSleeps'; readonly until: Instant })
  /** The run, or this attempt, is canceled. Its requests are logged, whatever the status of the task is. */
  | {
      readonly type: 'scriptCanceled';
      readonly taskId: string;
      /** the HTTP requests that no other fact reports */
      readonly requests: readonly ScriptHttpRequest[];
      readonly comment: string | null;
    }
  | ScriptScheduled<Action>
  | ScriptFinished<Action>
  /** A scheduler sends the mail of a task, and has claimed it until the lease expires. */
  | (MailReport & { readonly type: 'mailClaimed'; readonly leaseUntil: Instant })
  /** The mail server accepted the mail. `refused` lists the recipients that it refused, with the reason. */
  | (MailReport & { readonly type: 'mailAccepted'; readonly refused: readonly string[] })
  /** The mail was not sent. A permanent fault would occur again. */
  | (MailReport & { readonly type: 'mailRejected'; readonly permanent: boolean; readonly reason: string })
  /** A mail is due for a task without one: an earlier version, which does not know mails, has saved the task. */
  | { readonly type: 'mailRestored'; readonly mailId: string; readonly taskId: string };

/** The mail of a task, and the number of the attempt: a claim has the previous attempt plus one. */
interface MailReport {
  readonly mailId: string;
  readonly attempt: number;
}

/** The outputs of a plugin script: their names, and all properties of the task including them. */
export interface Outputs {
  readonly names: readonly string[];
  readonly properties: TaskPassive['properties'];
}

/** An interrupted phase or task, and the copy that replaces it as a target. */
export interface TargetMove {
  readonly from: string;
  readonly to: string;
}

/** The caller of a command, with the permissions of their roles, and of their teams on the object (permissions.md). */
export interface Caller {
  readonly username: string;
  /** the names of the caller's roles */
  readonly roles: readonly string[];
  /** the names of the caller's teams in the scope of the object */
  readonly teams: readonly string[];
  /** authenticated by a restricted token: only its permissions count, not ownership or participation */
  readonly isLimited?: true;
  may(permission: Permission): boolean;
  /**
   * The stored author of the script that acts as this caller, with the author's permissions on the same object. null:
   * no author is stored; undefined: no script acts as this caller.
   */
  readonly scriptAuthor?: Caller | null;
}
