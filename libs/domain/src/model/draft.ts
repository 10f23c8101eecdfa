import type { Instant } from './json.ts';
import type { PhaseFields, PhasePassive } from './phase.ts';
import type { ReleaseFields, ReleasePassive } from './release.ts';
import type { TaskDefinition, TaskPassive } from './task.ts';
import type { Variable } from './variable.ts';

type DerivedField =
  | 'uses'
  | 'hasPrecondition'
  | 'hasFailureHandler'
  | 'hasAbortScript'
  | 'scriptType'
  | 'eventSource'
  | 'scriptAuthors';

/** The fields of a task that a client may set; an absent one keeps its value or takes its default. */
export type TaskPatch = Partial<Omit<TaskDefinition, DerivedField | 'type'>> & Partial<TaskPassive>;

/** A comment that a task comes with. */
export interface CommentDraft {
  readonly text: string;
  readonly author: string;
  /** null: now */
  readonly date: Instant | null;
}

/** A task to be made. An id that the client chose is kept when it is free; null lets us choose. */
export type TaskDraft = TaskPatch & {
  readonly id?: string | null;
  readonly type?: string;
  readonly tasks?: readonly TaskDraft[];
  /** Used in new templates only: no other draft contains comments. */
  readonly comments?: readonly CommentDraft[];
};

/** The fields of a phase that a client may set. */
export type PhasePatch = Partial<PhaseFields> & Partial<PhasePassive>;

/** A phase to be made, with its tasks. */
export type PhaseDraft = PhasePatch & {
  readonly id?: string | null;
  readonly tasks?: readonly TaskDraft[];
};

/** The fields of a release or template that a client may set. */
export type ReleasePatch = Partial<ReleaseFields> & Partial<ReleasePassive>;

/** A variable to be made; key and type may not be absent. */
export type VariableDraft = Partial<Omit<Variable, 'id' | 'key' | 'type'>> &
  Pick<Variable, 'key' | 'type'> & { readonly id?: string | null };

/** The verified credentials for a run-as user. */
export interface RunAsProof {
  readonly username: string;
  /** of the personal access token that proved it, by which the scripts run from now on; null: the user's password did */
  readonly tokenId: string | null;
}

/** A template to be made, with its phases and variables. */
export type TemplateDraft = ReleasePatch & {
  readonly proof?: RunAsProof | null;
  readonly id?: string | null;
  readonly phases?: readonly PhaseDraft[];
  readonly variables?: readonly VariableDraft[];
};
