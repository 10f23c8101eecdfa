import type { GateAuthorship } from './approval.ts';
import type { Attachment } from './attachment.ts';
import type { Instant, Json } from './json.ts';
import { blankOwnFields, type OwnFields } from './own-fields.ts';
import type { Passive } from './passive.ts';
import type { FlagStatus, TaskRecoverOp, TaskStatus } from './status.ts';
import { childrenOf, isGroupType, manualType } from './task-types.ts';
import type { VariableValue } from './variable.ts';

/** The purposes of the scripts of a task. */
export type ScriptPurpose = 'precondition' | 'failureHandler' | 'abort' | 'task';

/**
 * The users who last changed the scripts of a task. A script without an entry has no stored author: it is older than
 * this field, or was written by a script without a stored author.
 */
export type ScriptAuthors = Readonly<Partial<Record<ScriptPurpose, string>>>;

/** The planned task: the fields that rules read (rest-api.md, section Task). */
export interface TaskDefinition extends OwnFields {
  /** without prefix for types of the product: `Task`, `GateTask`; unchanged for plugin types */
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
  /** the type in its `pythonScript`; null: it has none */
  readonly scriptType: string | null;
  /** the endpoint or event source in its `eventSource`, unchanged; null: it has none */
  readonly eventSource: string | null;
  /** maps property names to `${key}` */
  readonly variableMapping: Readonly<Record<string, string>>;
  readonly scriptAuthors: ScriptAuthors;
  /** the variable keys in each text field */
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
  /** in the order of their upload */
  readonly attachments: readonly Attachment[];
  readonly externalVariableMapping: Readonly<Record<string, string>>;
  readonly configurationUri: string | null;
  /** the type-specific fields, stored unchanged */
  readonly properties: Readonly<Record<string, Json>>;
}

/**
 * A script that a task waits for. Only a result with this `id` and the current attempt is accepted. With attempt 0, no
 * scheduler has started it. The next attempt can start only after the lease has expired; results of earlier attempts
 * are then ignored.
 */
export interface ScriptRun {
  readonly id: string;
  readonly purpose: ScriptPurpose;
  readonly attempt: number;
  readonly startedAt: Instant | null;
  readonly leaseUntil: Instant | null;
  /**
   * The reason why the script does not run until the lease expires: it sleeps, or waits to poll again from its start.
   */
  readonly timer: 'sleep' | 'poll' | null;
  /** the path of a scheduled script in its plugin; null: the script of the task or its type */
  readonly script: string | null;
  /** the output of the script that scheduled this one, if short: the same output is not logged again */
  readonly printed: string | null;
}

/**
 * A mail that a task sends. Only a result with this `id` and the current attempt is accepted. Each attempt sends the
 * same message, so the id is also that of the message.
 */
export interface MailRun {
  readonly id: string;
  /** 0: no scheduler has started to send it */
  readonly attempt: number;
  /** the number of attempts with a temporary fault */
  readonly faults: number;
  /** whether a scheduler sends it now, unless its lease has expired */
  readonly sending: boolean;
  /** the end of the lease, or the earliest next attempt; null: at once */
  readonly until: Instant | null;
  /** the reason of the last temporary fault; null: none */
  readonly reason: string | null;
}

/**
 * The last observation of a dependency by a gate. `target` is null while the variable of the dependency has no target.
 */
export interface ObservedTarget {
  readonly target: string | null;
  readonly state: TargetState;
}

/** The state of a dependency's target for a gate; `missing`: it was deleted or never existed. */
export type TargetState = 'open' | 'done' | 'aborted' | 'missing';

/**
 * What a task waits for or does, as stored: a machine, people, a dependency, capacity, a schedule, or a retry after its
 * failure; `-`: none of them.
 */
export type CategoryCode = 'm' | 'p' | 'd' | 'c' | 's' | 'f' | '-';

/** The category of a task from a time on. */
export type CategoryChange = readonly [category: CategoryCode, at: Instant];

/** The run of a task in this release. */
export interface TaskRun {
  readonly status: TaskStatus;
  readonly startDate: Instant | null;
  readonly endDate: Instant | null;
  readonly failuresCount: number;
  /** the start date after a blackout; the planned start remains in the definition */
  readonly postponedUntil: Instant | null;
  readonly hasBeenFlagged: boolean;
  /** Whether its flag reports that no runner exists for it, and no user has changed the flag since. */
  readonly flaggedByHand: boolean;
  readonly hasBeenDelayed: boolean;
  readonly overdueNotified: boolean;
  readonly dueSoonNotified: boolean;
  readonly script: ScriptRun | null;
  /** null: a notification task in progress waits for a person */
  readonly mail: MailRun | null;
  /** the values of the variables that the task uses, at its start */
  readonly values: Readonly<Record<string, VariableValue>> | null;
  /** the values that replaced fields at its start, by property name */
  readonly mapped: Readonly<Record<string, VariableValue>> | null;
  /** the ids of the checked conditions */
  readonly checked: readonly string[];
  /** by dependency id */
  readonly observedTargets: Readonly<Record<string, ObservedTarget>>;
  readonly createdReleaseId: string | null;
  readonly waitsForCapacity: boolean;
  /** when it began to wait before its first start, or started again; null: it waits since its start or end date */
  readonly waitingSince: Instant | null;
  /** the authors and verdicts of a gate in this release; null: none */
  readonly signing: GateAuthorship | null;
  /** the changes of its category that do not follow from its type and dates (insights/category-history.ts) */
  readonly categories: readonly CategoryChange[];
}

/** A task in a plan; `tasks` are the children of a group. */
export interface Task {
  readonly id: string;
  readonly originId: string | null;
  readonly definition: TaskDefinition;
  readonly run: TaskRun;
  /** the definition before the first run, if it was edited later; a restart copies it */
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

/** The run of a task that has not started. */
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
  mail: null,
  values: null,
  mapped: null,
  checked: [],
  observedTargets: {},
  createdReleaseId: null,
  waitsForCapacity: false,
  waitingSince: null,
  signing: null,
  categories: [],
};

/**
 * Whether a task is a started group. A failed group that has not started failed in its own precondition: its tasks do
 * not run, and it is retried like any other task.
 */
export const isStartedGroup = ({ definition, run }: Task): boolean =>
  run.startDate !== null && isGroupType(definition.type);

/** Whether a task is a group whose tasks run in parallel, limited by its links. */
export const isParallelGroup = ({ definition }: Task): boolean => childrenOf(definition.type) === 'together';
