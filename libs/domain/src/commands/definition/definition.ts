import type { DecisionContext } from '../../decision/context.ts';
import type { Caller } from '../../decision/inputs.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import type { Message } from '../../messages/message.ts';
import type { Creation } from '../../model/own-fields.ts';
import type { TaskPosition } from '../../model/plan.ts';
import type { Release } from '../../model/release.ts';
import type { Task } from '../../model/task.ts';
import type { PermissionRequirement } from '../../people/needed-permissions.ts';
import type { IdClaim } from '../../plans/claim-ids.ts';
import type { Sealer } from '../../variables/seal-drafts.ts';

/** A verb on one task that takes a comment; an empty or absent comment adds none. */
export interface TaskStep<T extends string> {
  readonly type: T;
  readonly taskId: string;
  readonly comment?: string | null;
}

/** The data of a permission check besides the command. */
export interface CommandCheck {
  readonly release: Release;
  readonly context: DecisionContext;
  readonly caller: Caller;
}

/** The check of a command on a task, or on a part of a task. */
export interface TaskCheck extends CommandCheck {
  readonly taskPosition: TaskPosition;
}

/** The check of a command on a variable. */
interface VariableCheck extends CommandCheck {
  /** the running task that lists the variable, if the caller may complete that task */
  readonly inputTask: Task | undefined;
}

type Needed<C, K> = (command: C, check: K) => readonly PermissionRequirement[];

/** All permissions that a command requires in this state of the plan, if they depend on its input or on the plan. */
type PermissionRule<C> =
  | { readonly on: 'plan'; readonly needed: Needed<C, CommandCheck> }
  | { readonly on: 'task'; readonly needed: Needed<C, TaskCheck> }
  | {
      readonly on: 'inputTask';
      readonly find: (command: C, release: Release, caller: Caller) => Task | undefined;
      readonly needed: Needed<C, VariableCheck>;
    };

/** A move of the release or template to another folder. Teams of its own move or end with it. */
export interface FolderMove<C> {
  /** the id of the target */
  readonly folderId: (command: C) => string;
  /** Whether its teams are added to those of the target; otherwise they are deleted. */
  readonly mergesTeams: (command: C) => boolean;
  /** Requires the permissions of the caller at the target. Throws Forbidden, NotVisible. */
  readonly requireAtTarget: (command: C, context: DecisionContext) => void;
}

/**
 * How a command affects the authorship of a plan, which approvals depend on:
 * - `none`: it does not change the plan. Values that scripts write are part of the flow, and no change.
 * - `start`: it starts the release
 * - `values`: it changes values in the plan
 * - `plan`: it changes the plan
 * - `conditions`: it changes the plan, unless it only checks or unchecks conditions
 * - `tasks`: it changes the plan, and may add a task that needs the run-as user, or remove that user
 */
export type AuthorshipEffect = 'none' | 'start' | 'values' | 'plan' | 'conditions' | 'tasks';

/** The ids that a client has chosen for the new parts of a command. */
export interface ChosenIds<C> {
  readonly list: (command: C, release: Release) => readonly string[];
  /** Returns the command with its new parts under free ids. */
  readonly claim: (command: C, claim: IdClaim, release: Release) => C;
}

/** Changes the data of a create-release task. */
export type ChangeCreation = (creation: Creation) => Creation;

/** The passwords of a command. */
export interface Secrets<C> {
  /** Returns the command with its passwords encrypted. Throws Invalid. */
  readonly seal: (command: C, seal: Sealer, release: Release) => C;
  /** Returns the command with its create-release tasks changed; null: it contains none. */
  readonly mapCreations: ((command: C, change: ChangeCreation) => C) | null;
}

/**
 * All that the product needs to know of a command, besides its route and the schema of its body. No member is optional: a
 * new command decides on each.
 */
export interface CommandDefinition<C> {
  /**
   * The permission that it requires at least. Routes declare it, and the OpenAPI document shows it (permissions.md,
   * section 2).
   */
  readonly permission: PermissionRequirement;
  /** null: always `permission` */
  readonly permissionRule: PermissionRule<C> | null;
  /** null: the release stays in its folder */
  readonly move: FolderMove<C> | null;
  /** Whether the teams and roles of the caller matter, independent of their permissions. */
  readonly usesMembership: boolean;
  readonly authorship: AuthorshipEffect | ((command: C, changesVariables: boolean) => AuthorshipEffect);
  /** The ids of the tasks and phases that it moves; null: none. */
  readonly movedIds: ((command: C) => readonly string[]) | null;
  /** Whether a script also needs the permissions of its stored author for it; null: never. */
  readonly guard: ((command: C, release: Release) => boolean) | null;
  /** null: a client cannot choose ids of new parts */
  readonly ids: ChosenIds<C> | null;
  /** null: it contains no passwords */
  readonly secrets: Secrets<C> | null;
  /** Throws Invalid, NotFound, Conflict or Forbidden. */
  readonly handle: (before: OutcomeDraft, command: C) => OutcomeDraft;
}

/** A command that can be one of the edits of a plan. */
export interface EditDefinition<C> extends CommandDefinition<C> {
  readonly move: null;
  readonly usesMembership: false;
  readonly authorship: AuthorshipEffect;
  readonly inPlan: {
    /** Like `ids`, but parts can refer to other new parts of the plan. */
    readonly ids: ChosenIds<C> | null;
    /** Requires the data of an edit, such as users and previous texts; null: none. Throws Invalid, MissingData. */
    readonly requireData: ((before: OutcomeDraft, edit: C) => void) | null;
    /** The name of the part that it adds, for refusals; null: it adds no phase or task. */
    readonly newPart: ((edit: C) => Message) | null;
  };
}

/** The input of a command by its definition. */
export type InputOf<D> = D extends { readonly handle: (before: OutcomeDraft, command: infer C) => OutcomeDraft }
  ? C
  : never;
