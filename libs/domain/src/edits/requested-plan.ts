import type { PhaseDraft, ReleasePatch, RunAsProof, TaskDraft, VariableDraft } from '../model/draft.ts';
import type { Condition } from '../model/own-fields.ts';
import type { PhasePassive } from '../model/phase.ts';
import type { ReleasePassive } from '../model/release.ts';
import type { TaskPassive } from '../model/task.ts';

/** A condition of a gate as it is wanted; an absent tick stays as it is. */
export interface RequestedCondition extends Condition {
  readonly checked?: boolean | undefined;
}

/**
 * A task as it is wanted: by its id one of the plan, wherever that is by now, else a new one. Fields that are absent stay
 * as they are, and so do the tasks of a group whose `tasks` are absent.
 */
export type RequestedTask = Omit<TaskDraft, 'tasks' | 'conditions'> & {
  readonly conditions?: readonly RequestedCondition[];
  readonly tasks?: readonly RequestedTask[];
};

/** A phase as it is wanted: one of the plan by its id, else a new one. */
export type RequestedPhase = Omit<PhaseDraft, 'tasks'> & { readonly tasks?: readonly RequestedTask[] };

/** A requested plan. A list that is present is complete: items that it lacks are deleted. */
export interface RequestedPlan {
  readonly patch?: ReleasePatch;
  readonly proof?: RunAsProof | null;
  readonly phases?: readonly RequestedPhase[];
  readonly variables?: readonly VariableDraft[];
}

/** The parts of a plan that no rule reads, as they are stored; those that are blank may be left out. */
export interface StoredPassives {
  readonly release: ReleasePassive;
  readonly phases: ReadonlyMap<string, PhasePassive>;
  readonly tasks: ReadonlyMap<string, TaskPassive>;
}
