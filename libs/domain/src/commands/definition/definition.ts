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

/** A command on one task with an optional comment. An empty comment is ignored. */
export interface TaskStep<T extends string> {
  readonly type: T;
  readonly taskId: string;
  readonly comment?: string | null;
}

/** The input of a permission check, in addition to the command. */
export interface CommandCheck {
  readonly release: Release;
  readonly context: DecisionContext;
  readonly caller: Caller;
}

/** The permission check of a command on a task, or on a part of a task. */
export interface TaskCheck extends CommandCheck {
  readonly taskPosition: TaskPosition;
}

/** The permission check of a command on a variable. */
interface VariableCheck extends CommandCheck {
  /** the running task that lists the variable, if the caller may complete that task */
  readonly inputTask: Task | undefined;
}

type Needed<C, K> = (command: C, check: K) => readonly PermissionRequirement[];

/** Returns all permissions that a command requires, if they depend on its input or on the state of the plan. */
type PermissionRule<C> =
  | { readonly on: 'plan'; readonly needed: Needed<C, CommandCheck> }
  | { readonly on: 'task'; readonly needed: Needed<C, TaskCheck> }
  | {
      readonly on: 'inputTask';
      readonly find: (command: C, release: Release, caller: Caller) => Task | undefined;
      readonly needed: Needed<C, VariableCheck>;
    };

/** A move of the release or template to another folder. Its own teams are merged into the target's teams or deleted. */
export interface FolderMove<C> {
  /** Returns the id of the target folder. */
  readonly folderId: (command: C) => string;
  /** Whether the teams are merged into those of the target folder; otherwise they are deleted. */
  readonly mergesTeams: (command: C) => boolean;
  /** Requires the permissions of the caller in the target folder. Throws Forbidden, NotVisible. */
  readonly requireAtTarget: (command: C, context: DecisionContext) => void;
}

/**
 * How a command affects the authorship of a plan, which approvals depend on:
 * - `none`: it does not change the plan. Values that scripts write are part of the flow, not a change.
 * - `start`: it starts the release
 * - `values`: it changes values in the plan
 * - `plan`: it changes the plan
 * - `conditions`: it changes the plan, unless it only checks or unchecks conditions
 * - `tasks`: it changes the plan, and can add a task that requires the run-as user, or remove that user
 */
export type AuthorshipEffect = 'none' | 'start' | 'values' | 'plan' | 'conditions' | 'tasks';

/** The client-chosen ids of the parts that a command adds. */
export interface ChosenIds<C> {
  readonly list: (command: C, release: Release) => readonly string[];
  /** Returns the command with ids for its new parts that are not in use. */
  readonly claim: (command: C, claim: IdClaim, release: Release) => C;
}

/** A function that changes the data of a create-release task. */
export type ChangeCreation = (creation: Creation) => Creation;

/** The passwords in the input of a command. */
export interface Secrets<C> {
  /** Returns the command with its passwords encrypted. Throws Invalid. */
  readonly seal: (command: C, seal: Sealer, release: Release) => C;
  /** Returns the command with its create-release tasks changed, or null if it contains none. */
  readonly mapCreations: ((command: C, change: ChangeCreation) => C) | null;
}

/**
 * The complete definition of a command, except its route and body schema. No member is optional, so that each new
 * command decides on all of them.
 */
export interface CommandDefinition<C> {
  /**
   * The minimum permission. Routes declare it, and the OpenAPI document contains it (permissions.md, section 2).
   */
  readonly permission: PermissionRequirement;
  /** null: the command always requires `permission` */
  readonly permissionRule: PermissionRule<C> | null;
  /** null: the release stays in its folder */
  readonly move: FolderMove<C> | null;
  /** Whether the command depends on the teams and roles of the caller, in addition to their permissions. */
  readonly usesMembership: boolean;
  readonly authorship: AuthorshipEffect | ((command: C, changesVariables: boolean) => AuthorshipEffect);
  /** Returns the ids of the tasks and phases that the command moves; null: it moves none. */
  readonly movedIds: ((command: C) => readonly string[]) | null;
  /** Whether a script also requires the permissions of its stored author for the command; null: never. */
  readonly guard: ((command: C, release: Release) => boolean) | null;
  /** null: a client cannot choose ids for new parts */
  readonly ids: ChosenIds<C> | null;
  /** null: the command contains no passwords */
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
    /** Like `ids`, but the parts can refer to other new parts of the plan. */
    readonly ids: ChosenIds<C> | null;
    /**
     * Requires the data of an edit, such as users and previous texts; null: it requires none. Throws Invalid,
     * MissingData.
     */
    readonly requireData: ((before: OutcomeDraft, edit: C) => void) | null;
    /** Returns the name of the added part for refusals; null: the edit adds no phase or task. */
    readonly newPart: ((edit: C) => Message) | null;
  };
}

/** The input type of a command, from its definition. */
export type InputOf<D> = D extends { readonly handle: (before: OutcomeDraft, command: infer C) => OutcomeDraft }
  ? C
  : never;
