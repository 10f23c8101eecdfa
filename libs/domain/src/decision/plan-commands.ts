import type {
  PhaseDraft,
  PhasePatch,
  ReleasePatch,
  RunAsProof,
  TaskDraft,
  TaskPatch,
  VariableDraft,
} from '../model/draft.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

/** What changes the tasks of a plan. Positions count from 0; an absent one means the end. */
type TaskEdit =
  | {
      readonly type: 'addTask';
      readonly containerId: string;
      readonly task: TaskDraft;
      readonly position?: number | null;
    }
  | { readonly type: 'updateTask'; readonly taskId: string; readonly patch: TaskPatch }
  | {
      readonly type: 'moveTask';
      readonly taskId: string;
      readonly containerId: string;
      readonly position?: number | null;
    }
  /**
   * `targetType` without prefix for our own types; `scriptType`: the plugin's type that a CustomScriptTask runs;
   * `beforeRetry`: also of a failed task, which is about to be retried
   */
  | {
      readonly type: 'changeTaskType';
      readonly taskId: string;
      readonly targetType: string;
      readonly scriptType?: string;
      readonly beforeRetry?: true;
    }
  | { readonly type: 'deleteTask'; readonly taskId: string };

/** Commands for the tasks of a plan. */
export type TaskPlanCommand =
  | TaskEdit
  | {
      readonly type: 'copyTask';
      readonly taskId: string;
      readonly containerId: string;
      readonly position?: number | null;
      readonly ids?: CopyIds;
    };

/** The ids that the copies of a phase and of tasks get, by the ids of the originals. Without one, an id is generated. */
export type CopyIds = Readonly<Record<string, string>>;

/** Where a part of a gate goes; positions count from 0, and an absent one means the end. */
interface WithPosition {
  readonly position?: number;
}

/** A new part of a gate. An id that the client chose is kept when it is well formed; an absent one lets us choose. */
interface NewGatePart extends WithPosition {
  readonly taskId: string;
  readonly id?: string;
}

/** Commands for a gate. */
export type GateCommand =
  | (NewGatePart & { readonly type: 'addCondition'; readonly title: string; readonly checked: boolean })
  /** an absent position leaves it where it is */
  | (WithPosition & {
      readonly type: 'updateCondition';
      readonly conditionId: string;
      readonly title?: string;
      readonly checked?: boolean;
    })
  | { readonly type: 'deleteCondition'; readonly conditionId: string }
  /** `target` is an id's last segment or a `${variable}` */
  | (NewGatePart & { readonly type: 'addDependency'; readonly target: string })
  | { readonly type: 'deleteDependency'; readonly dependencyId: string };

type PhaseEdit =
  | { readonly type: 'addPhase'; readonly phase: PhaseDraft; readonly position?: number | null }
  | { readonly type: 'updatePhase'; readonly phaseId: string; readonly patch: PhasePatch }
  | { readonly type: 'movePhase'; readonly phaseId: string; readonly position: number }
  | { readonly type: 'deletePhase'; readonly phaseId: string };

/** Commands for the phases of a plan. */
export type PhaseCommand =
  | PhaseEdit
  | {
      readonly type: 'copyPhase';
      readonly phaseId: string;
      readonly targetPosition: number;
      readonly ids?: CopyIds;
    };

type UpdateRelease = {
  readonly type: 'updateRelease';
  readonly patch: ReleasePatch;
  readonly proof?: RunAsProof | null;
};

/** Commands for a release or template as a whole. */
export type ReleasePlanCommand =
  | UpdateRelease
  | { readonly type: 'deleteRelease' }
  /** to another folder, by its id */
  | {
      readonly type: 'moveTemplate';
      readonly folderId: string;
      /** whether its own teams are added to those that hold there; otherwise they are dropped */
      readonly mergePermissions?: boolean;
    };

/** The whole list: variables that are not named go, those without a known id or key are made. */
type ReplaceVariables = { readonly type: 'replaceVariables'; readonly variables: readonly VariableDraft[] };

type UpdateVariable = {
  readonly type: 'updateVariable';
  readonly variableId: string;
  readonly patch: Partial<Omit<Variable, 'id' | 'type'>>;
};

/** Commands for the variables of a release or template. */
export type VariableCommand =
  | { readonly type: 'addVariable'; readonly variable: VariableDraft }
  | UpdateVariable
  | ReplaceVariables
  | { readonly type: 'deleteVariable'; readonly variableId: string }
  | { readonly type: 'replaceVariable'; readonly variableId: string; readonly by: Replacement };

/** What takes the place of a variable: another one, by key, or a value that is the same from now on. */
export type Replacement =
  | { readonly kind: 'variable'; readonly variable: string }
  | { readonly kind: 'value'; readonly value: VariableValue };

/** A lock on a task, which its editors have to respect, or none any more. */
export type LockCommand =
  | { readonly type: 'lockTask'; readonly taskId: string }
  | { readonly type: 'unlockTask'; readonly taskId: string };

/** One change on the way from the stored plan to the requested one. */
export type PlanEdit =
  | TaskEdit
  | GateCommand
  | PhaseEdit
  | UpdateRelease
  | ReplaceVariables
  | UpdateVariable
  | LockCommand;

/** All of these, in this order, or none of them: one decision. */
export type ChangePlan = {
  readonly type: 'changePlan';
  readonly edits: readonly PlanEdit[];
};
