import type { GateAuthorship } from './approval.ts';
import type { Attachment } from './attachment.ts';
import type { Instant, Json } from './json.ts';
import { blankOwnFields, type OwnFields } from './own-fields.ts';
import type { Passive } from './passive.ts';
import type { FlagStatus, TaskRecoverOp, TaskStatus } from './status.ts';
import { childrenOf, isGroupType, manualType } from './task-types.ts';
import type { VariableValue } from './variable.ts';

/** The scripts that a task may run, by the reason why they run. */
export type ScriptPurpose = 'precondition' | 'failureHandler' | 'abort' | 'task';

/**
 * The users who last changed the scripts of a task. A script without an entry has no stored author: it is older than this
 * field, or a script without a stored author has written it.
 */
export type ScriptAuthors = Readonly<Partial<Record<ScriptPurpose, string>>>;

/** A task as it was planned: the fields that rules read (rest-api.md, section Task). */
export interface TaskDefinition extends OwnFields {
  /** without prefix for our own types: `Task`, `GateTask`; a plugin's type unchanged */
  readonly type: string;
  readonly title: string;
  readonly owner: string | null;
  readonly team: string | null;
  readonly scheduledStartDate: Instant | null;
  readonly dueDate: Instant | null;
  /** seconds */
  readonly plannedDuration: number | null;
  readonly waitForScheduledStartDate: boolean;
  readonly delayDuringBlackout: boolean;
  readonly checkAttributes: boolean;
  readonly locked: boolean;
  readonly flagStatus: FlagStatus;
  readonly taskFailureHandlerEnabled: boolean;
  readonly taskRecoverOp: TaskRecoverOp | null;
  readonly hasPrecondition: boolean;
  readonly hasFailureHandler: boolean;
  readonly hasAbortScript: boolean;
  /** the type that its `pythonScript` names; null without one */
  readonly scriptType: string | null;
  /** the endpoint or event source that its `eventSource` names, as it is written; null without one */
  readonly eventSource: string | null;
  /** from property name to `${key}` */
  readonly variableMapping: Readonly<Record<string, string>>;
  readonly scriptAuthors: ScriptAuthors;
  /** the variable keys that each text field mentions */
  readonly uses: Readonly<Record<string, readonly string[]>>;
}

/** The part of a task that no rule reads. */
export interface TaskPassive {
  readonly description: string | null;
  readonly flagComment: string | null;
  readonly precondition: string | null;
  readonly failureHandler: string | null;
  readonly abortScript: string | null;
  readonly phaseRecoverOp: string | null;
  readonly watchers: readonly string[];
  readonly tags: readonly string[];
  readonly facets: readonly Json[];
  /** in the order in which they came */
  readonly attachments: readonly Attachment[];
  readonly externalVariableMapping: Readonly<Record<string, string>>;
  readonly configurationUri: string | null;
  /** what only this type of task has, kept as it came */
  readonly properties: Readonly<Record<string, Json>>;
}

/**
 * A script that a task waits for; only an answer with `id` and the current attempt counts. Attempt 0: no scheduler
 * has taken it up. Until the lease is over no other attempt may begin; then the next one may, and an answer of the one
 * before is stale.
 */
export interface ScriptRun {
  readonly id: string;
  readonly purpose: ScriptPurpose;
  readonly attempt: number;
  readonly startedAt: Instant | null;
  readonly leaseUntil: Instant | null;
  /**
   * Why the script does not run until the lease expires: it sleeps, or it polls again from the start; null: neither.
   */
  readonly timer: 'sleep' | 'poll' | null;
  /** The path in its plugin of the script that was scheduled next; null: the script of the task or its type. */
  readonly script: string | null;
  /** The output of the script that scheduled it, if short: equal output is not logged a second time. */
  readonly printed: string | null;
}

/** How a gate last saw one of its dependencies. `target` is null while a variable does not name anything. */
export interface ObservedTarget {
  readonly target: string | null;
  readonly state: TargetState;
}

/** What a gate wants to know of its target; `missing` is a target that was deleted or never was. */
export type TargetState = 'open' | 'done' | 'aborted' | 'missing';

/** What has happened to a task in this release. */
export interface TaskRun {
  readonly status: TaskStatus;
  readonly startDate: Instant | null;
  readonly endDate: Instant | null;
  readonly failuresCount: number;
  /** the start that a blackout imposed; the planned one stays in the definition */
  readonly postponedUntil: Instant | null;
  readonly hasBeenFlagged: boolean;
  /** Its flag reports that it has no runner here, and no user has changed the flag since. */
  readonly flaggedByHand: boolean;
  readonly hasBeenDelayed: boolean;
  readonly overdueNotified: boolean;
  readonly dueSoonNotified: boolean;
  readonly script: ScriptRun | null;
  /** values of the variables this task uses, frozen when it started */
  readonly values: Readonly<Record<string, VariableValue>> | null;
  /** values that replaced fields when it started, by property name */
  readonly mapped: Readonly<Record<string, VariableValue>> | null;
  /** ids of the conditions that are ticked */
  readonly checked: readonly string[];
  /** by dependency id */
  readonly observedTargets: Readonly<Record<string, ObservedTarget>>;
  readonly createdReleaseId: string | null;
  readonly waitsForCapacity: boolean;
  /** Of a gate: its authors in this release, and its verdicts; null: no author and no verdict. */
  readonly signing: GateAuthorship | null;
}

/** A task in a plan; `tasks` are the children of a group. */
export interface Task {
  readonly id: string;
  readonly originId: string | null;
  readonly definition: TaskDefinition;
  readonly run: TaskRun;
  /** the definition as it was when the task first ran, once it was edited after that; a restart copies it */
  readonly beforeRun: TaskDefinition | null;
  readonly passive: Passive<TaskPassive>;
  readonly tasks: readonly Task[];
}

/** Defaults of a new task (rest-api.md, section Task). */
export const blankTask: TaskDefinition = {
  type: manualType,
  title: 'New Task',
  owner: null,
  team: null,
  scheduledStartDate: null,
  dueDate: null,
  plannedDuration: null,
  waitForScheduledStartDate: true,
  delayDuringBlackout: false,
  checkAttributes: false,
  locked: false,
  flagStatus: 'OK',
  taskFailureHandlerEnabled: false,
  taskRecoverOp: null,
  hasPrecondition: false,
  hasFailureHandler: false,
  hasAbortScript: false,
  scriptType: null,
  eventSource: null,
  variableMapping: {},
  scriptAuthors: {},
  uses: {},
  ...blankOwnFields,
};

export const blankTaskPassive: TaskPassive = {
  description: null,
  flagComment: null,
  precondition: null,
  failureHandler: null,
  abortScript: null,
  phaseRecoverOp: null,
  watchers: [],
  tags: [],
  facets: [],
  attachments: [],
  externalVariableMapping: {},
  configurationUri: null,
  properties: {},
};

/** A task that nothing has happened to. */
export const freshRun: TaskRun = {
  status: 'PLANNED',
  startDate: null,
  endDate: null,
  failuresCount: 0,
  postponedUntil: null,
  hasBeenFlagged: false,
  flaggedByHand: false,
  hasBeenDelayed: false,
  overdueNotified: false,
  dueSoonNotified: false,
  script: null,
  values: null,
  mapped: null,
  checked: [],
  observedTargets: {},
  createdReleaseId: null,
  waitsForCapacity: false,
  signing: null,
};

/**
 * Whether this is a group whose tasks may run. One that has not started can only have failed by its own
 * precondition: then nothing in it runs, and it is retried like any other task.
 */
export const isStartedGroup = ({ definition, run }: Task): boolean =>
  run.startDate !== null && isGroupType(definition.type);

/** Whether this is a group whose tasks run at the same time, apart from its links. */
export const isParallelGroup = ({ definition }: Task): boolean => childrenOf(definition.type) === 'together';
