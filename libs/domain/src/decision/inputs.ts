import type {
  PhaseDraft,
  PhasePatch,
  ReleasePatch,
  RunAsProof,
  TaskDraft,
  TaskPatch,
  VariableDraft,
} from '../model/draft.ts';
import type { Instant } from '../model/json.ts';
import type { Permission } from '../model/permissions.ts';
import type { PhaseVersion } from '../model/status.ts';
import type { TaskPassive } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import type { MadeRequest, ScriptResult } from './script-result.ts';

/** A verb on one task that takes a comment; an empty or absent comment adds none. */
type OnTask<T extends string> = { readonly type: T; readonly taskId: string; readonly comment?: string | null };

/** What takes a task further, or back. */
export type TaskTransition =
  | OnTask<'completeTask'>
  | OnTask<'failTask'>
  | OnTask<'skipTask'>
  | OnTask<'retryTask'>
  | OnTask<'reopenTask'>
  | OnTask<'abortTask'>
  | OnTask<'startTaskNow'>
  /** gives a task that waits for input the values it lacks, by variable key, and starts it */
  | { readonly type: 'startTask'; readonly taskId: string; readonly values: Readonly<Record<string, VariableValue>> };

/** What people settle between them about a task: whose it is, whether it may change, what they say of it. */
export type TaskCollaboration =
  | OnTask<'commentTask'>
  | { readonly type: 'assignTask'; readonly taskId: string; readonly owner: string | null }
  | { readonly type: 'lockTask'; readonly taskId: string }
  | { readonly type: 'unlockTask'; readonly taskId: string };

/** What may be asked of the tasks of a plan. Positions count from 0; an absent one means the end. */
export type TaskPlanCommand =
  | {
      readonly type: 'addTask';
      readonly containerId: string;
      readonly task: TaskDraft;
      readonly position?: number | null;
    }
  | { readonly type: 'updateTask'; readonly taskId: string; readonly patch: TaskPatch }
  | {
      readonly type: 'copyTask';
      readonly taskId: string;
      readonly containerId: string;
      readonly position?: number | null;
    }
  | {
      readonly type: 'moveTask';
      readonly taskId: string;
      readonly containerId: string;
      readonly position?: number | null;
    }
  /** `targetType` without prefix for our own types */
  | { readonly type: 'changeTaskType'; readonly taskId: string; readonly targetType: string }
  | { readonly type: 'deleteTask'; readonly taskId: string };

/** What may be asked of a gate. */
export type GateCommand =
  | { readonly type: 'addCondition'; readonly taskId: string; readonly title: string; readonly checked: boolean }
  | {
      readonly type: 'updateCondition';
      readonly conditionId: string;
      readonly title?: string;
      readonly checked?: boolean;
    }
  | { readonly type: 'deleteCondition'; readonly conditionId: string }
  /** `target` is an id's last segment or a `${variable}` */
  | { readonly type: 'addDependency'; readonly taskId: string; readonly target: string }
  | { readonly type: 'deleteDependency'; readonly dependencyId: string };

/**
 * What people say of what a gate guards. `version` is what they have looked at, as answers name it; absent: whatever it
 * is by now.
 */
export type ApprovalCommand =
  | (OnTask<'approveTask'> & Looked)
  | (OnTask<'rejectTask'> & Looked)
  /** takes back what the caller has said */
  | OnTask<'withdrawApproval'>;

interface Looked {
  readonly version?: string | null;
}

/** What may be asked of the phases of a plan. */
export type PhaseCommand =
  | { readonly type: 'addPhase'; readonly phase: PhaseDraft; readonly position?: number | null }
  | { readonly type: 'updatePhase'; readonly phaseId: string; readonly patch: PhasePatch }
  | { readonly type: 'copyPhase'; readonly phaseId: string; readonly targetPosition: number }
  | { readonly type: 'movePhase'; readonly phaseId: string; readonly position: number }
  | { readonly type: 'deletePhase'; readonly phaseId: string };

/** What takes a release further. */
export type ReleaseTransition =
  | { readonly type: 'startRelease' }
  | { readonly type: 'abortRelease'; readonly abortComment?: string | null }
  | { readonly type: 'resumeRelease' };

/** A new start of a release from one of its phases. */
export type RestartCommand = {
  readonly type: 'restartRelease';
  readonly fromPhaseId: string;
  readonly fromTaskId?: string | null;
  readonly phaseVersion: PhaseVersion;
  readonly resume: boolean;
};

/** What may be asked of a release or template as a whole. */
export type ReleasePlanCommand =
  | {
      readonly type: 'updateRelease';
      readonly patch: ReleasePatch;
      readonly proof?: RunAsProof | null;
    }
  | { readonly type: 'deleteRelease' }
  /** to another folder, by its id */
  | {
      readonly type: 'moveTemplate';
      readonly folderId: string;
      /** whether its own teams are added to those that hold there; otherwise they are dropped */
      readonly mergePermissions?: boolean;
    };

/** What may be asked of the variables of a release or template. */
export type VariableCommand =
  | { readonly type: 'addVariable'; readonly variable: VariableDraft }
  | {
      readonly type: 'updateVariable';
      readonly variableId: string;
      readonly patch: Partial<Omit<Variable, 'id' | 'type'>>;
    }
  /** the whole list: variables that are not named go, those without a known id or key are made */
  | { readonly type: 'replaceVariables'; readonly variables: readonly VariableDraft[] }
  | { readonly type: 'deleteVariable'; readonly variableId: string }
  | { readonly type: 'replaceVariable'; readonly variableId: string; readonly by: Replacement };

/** What takes the place of a variable: another one, by key, or a value that is the same from now on. */
export type Replacement =
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'value'; readonly value: VariableValue };

/** Asked by a person or a client; may be refused with Invalid, NotFound, Conflict or Forbidden. */
export type Command =
  | TaskTransition
  | TaskCollaboration
  | TaskPlanCommand
  | GateCommand
  | ApprovalCommand
  | PhaseCommand
  | ReleaseTransition
  | RestartCommand
  | ReleasePlanCommand
  | VariableCommand;

/** What a run of a script that is over, or pauses, brings. */
interface FromScript {
  readonly runId: string;
  readonly attempt: number;
  /** those that no fact before has told of */
  readonly requests?: readonly MadeRequest[];
}

/** What a script has asked for and left, once it has ended well. */
interface LeftByScript extends FromScript {
  /** what the script asks for, in its order */
  readonly actions: readonly Command[];
  /** the user as whom the release's scripts run; without one they may act on their own task and variables only */
  readonly by?: Caller | null;
  readonly outputs?: Outputs | null;
}

/** Reported by the product itself; never refused, only stale. */
export type Fact =
  | { readonly type: 'timePassed' }
  /** something this release's gates wait for has changed; look at the targets again */
  | { readonly type: 'targetsChanged' }
  /** dependencies on the first id of each pair follow to the second: a restart copied what they wait for */
  | { readonly type: 'targetsMoved'; readonly moves: readonly Move[] }
  /** a scheduler has taken a script up, and is believed to run it until the lease is over */
  | {
      readonly type: 'scriptStarted';
      readonly runId: string;
      /** one more than the attempt before */
      readonly attempt: number;
      readonly leaseUntil: Instant;
    }
  /** the scheduler that took it up cannot run it now: from `retryAt` on another attempt may begin */
  | (FromScript & { readonly type: 'scriptReleased'; readonly retryAt: Instant })
  /** whoever took it up is still at it, and is believed so until a later time */
  | (FromScript & { readonly type: 'scriptGoesOn'; readonly leaseUntil: Instant })
  /** it pauses in its middle: the same run goes on from `until` on, and nothing is held meanwhile */
  | (FromScript & { readonly type: 'scriptSleeps'; readonly until: Instant })
  /** nobody waits for a run any more, or not for this attempt: what it has done by then is told, whatever its task does now */
  | {
      readonly type: 'scriptGivenUp';
      readonly taskId: string;
      /** those that nobody else tells of */
      readonly requests: readonly MadeRequest[];
      readonly comment: string | null;
    }
  /** it has ended well, and its task goes on after a pause, with a new run of the script of this path in its plugin */
  | (LeftByScript & {
      readonly type: 'scriptScheduled';
      readonly script: string;
      readonly pauseMs: number;
      /** what it printed */
      readonly output: string | null;
    })
  | (LeftByScript & { readonly type: 'scriptFinished'; readonly result: ScriptResult });

/** What the script of a plugin's task has put out: the names, and all own properties of the task with it. */
export interface Outputs {
  readonly names: readonly string[];
  readonly properties: TaskPassive['properties'];
}

/** A phase or task that was interrupted, and the copy that takes its place. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Who gives a command, and what they may where the thing is: by its teams, and by their roles (people.md). */
export interface Caller {
  readonly username: string;
  /** names of the roles that they have */
  readonly roles: readonly string[];
  /** names of the teams of that place that they are in */
  readonly teams: readonly string[];
  /** by a token that was made for some permissions: these are all that counts, neither owns nor takes part in anything */
  readonly isLimited?: true;
  may(permission: Permission): boolean;
}

/** One input to a release: a command with the caller who gave it, or a fact. */
export type Input =
  | {
      readonly kind: 'command';
      readonly caller: Caller;
      /** who that is where the command takes the thing to, of one that does */
      readonly there?: Caller | undefined;
      readonly command: Command;
    }
  | { readonly kind: 'fact'; readonly fact: Fact };
