import type { PhaseDraft, ReleasePatch, RunAsProof, TaskDraft, VariableDraft } from '../model/draft.ts';
import type { Condition } from '../model/own-fields.ts';
import type { PhasePassive } from '../model/phase.ts';
import type { ReleasePassive } from '../model/release.ts';
import type { TaskPassive } from '../model/task.ts';

/** A requested condition of a gate. Without `checked`, it stays checked or unchecked. */
export interface RequestedCondition extends Condition {
  readonly checked?: boolean | undefined;
}

/**
 * A requested task. If its id exists in the plan, at any position, it is that task; otherwise it is a new task. Absent
 * fields keep their values. Without `tasks`, the tasks of a group do not change.
 */
export type RequestedTask = Omit<TaskDraft, 'tasks' | 'conditions'> & {
  readonly conditions?: readonly RequestedCondition[];
  readonly tasks?: readonly RequestedTask[];
};

/** A requested phase: an existing phase if its id exists in the plan, otherwise a new one. */
export type RequestedPhase = Omit<PhaseDraft, 'tasks'> & { readonly tasks?: readonly RequestedTask[] };

/** A requested plan. Each present list is complete: items that it lacks are deleted. */
export interface RequestedPlan {
  readonly patch?: ReleasePatch;
  readonly proof?: RunAsProof | null;
  readonly phases?: readonly RequestedPhase[];
  readonly variables?: readonly VariableDraft[];
}

/** The stored passive parts of a plan. Empty ones can be omitted. */
export interface StoredPassives {
  readonly release: ReleasePassive;
  readonly phases: ReadonlyMap<string, PhasePassive>;
  readonly tasks: ReadonlyMap<string, TaskPassive>;
}
