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

/** The fields of a task that a client can set. An absent field keeps its value or gets its default. */
export type TaskPatch = Partial<Omit<TaskDefinition, DerivedField | 'type'>> & Partial<TaskPassive>;

/** A comment of a new task. */
export interface CommentDraft {
  readonly text: string;
  readonly author: string;
  /** null: now */
  readonly date: Instant | null;
  /** the time of its latest edit; absent: none */
  readonly editedDate?: Instant;
}

/** A task to create. The id of the client is used if it is free; null: a generated id. */
export type TaskDraft = TaskPatch & {
  readonly id?: string | null;
  readonly type?: string;
  readonly tasks?: readonly TaskDraft[];
  /** Used in new templates only; no other draft contains comments. */
  readonly comments?: readonly CommentDraft[];
};

/** The fields of a phase that a client can set. */
export type PhasePatch = Partial<PhaseFields> & Partial<PhasePassive>;

/** A phase to create, with its tasks. */
export type PhaseDraft = PhasePatch & {
  readonly id?: string | null;
  readonly tasks?: readonly TaskDraft[];
};

/** The fields of a release or template that a client can set. */
export type ReleasePatch = Partial<ReleaseFields> & Partial<ReleasePassive>;

/** A variable to create. Key and type are required. */
export type VariableDraft = Partial<Omit<Variable, 'id' | 'key' | 'type'>> &
  Pick<Variable, 'key' | 'type'> & { readonly id?: string | null };

/** The verified credentials for a run-as user. */
export interface RunAsProof {
  readonly username: string;
  /** the id of the verified personal access token, which then limits the scripts; null: a password was verified */
  readonly tokenId: string | null;
}

/** A template to create, with its phases and variables. */
export type TemplateDraft = ReleasePatch & {
  readonly proof?: RunAsProof | null;
  readonly id?: string | null;
  readonly phases?: readonly PhaseDraft[];
  readonly variables?: readonly VariableDraft[];
};
