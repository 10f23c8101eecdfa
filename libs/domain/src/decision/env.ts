import type { Instant } from '../model/json.ts';
import type { PhasePassive } from '../model/phase.ts';
import type { Release, ReleasePassive } from '../model/release.ts';
import type { RiskProfiles } from '../model/risk.ts';
import type { TargetState, TaskPassive } from '../model/task.ts';
import type { AutomatedTypes } from '../model/task-types.ts';
import type { Variable } from '../model/variable.ts';
import type { Caller } from './inputs.ts';

/** The kinds of objects with generated ids. */
export type IdKind =
  | 'Release'
  | 'Phase'
  | 'Task'
  | 'Comment'
  | 'Variable'
  | 'GateCondition'
  | 'Dependency'
  | 'Link'
  | 'Activity'
  | 'Script'
  | 'Mail'
  | 'Blackout'
  | 'Attachment';

/** A period in which tasks with `delayDuringBlackout` do not start: `startDate` is inclusive, `endDate` exclusive. */
export interface Blackout {
  readonly id: string;
  readonly startDate: Instant;
  readonly endDate: Instant;
}

/** A stored comment, as its change reads it. */
export interface StoredComment {
  readonly taskId: string;
  readonly text: string;
  readonly author: string;
  /** null: the comment can never change */
  readonly version: number | null;
  /** the time of its latest text */
  readonly date: Instant;
}

/**
 * Data from outside the release. An absent member is not loaded: a decision that needs it returns a requirement, and
 * runs again after the data is loaded.
 */
export interface DecisionData {
  /** in the order of their start dates */
  readonly blackouts?: readonly Blackout[];
  /** global and folder variables by key (`global.x`, `folder.x`) */
  readonly variables?: ReadonlyMap<string, Variable>;
  /** the global and folder variables for releases in other folders, by folder id */
  readonly variablesOf?: ReadonlyMap<string, ReadonlyMap<string, Variable>>;
  /** the states of targets outside the release, by id of a release, phase or task */
  readonly targets?: ReadonlyMap<string, TargetState>;
  /** by id, or by a path of titles that identifies one template; null: the template does not exist */
  readonly templates?: ReadonlyMap<string, Release | null>;
  /**
   * the caller with their permissions on the templates of child releases, by template id; loaded before the decision. A
   * template without an entry cannot be viewed.
   */
  readonly childTemplateViewers?: ReadonlyMap<string, Caller>;
  /** the full ids of folders, by id or by a path of titles that identifies one; null: the folder does not exist */
  readonly folders?: ReadonlyMap<string, string | null>;
  /** the passive parts of the release's tasks, by task id; loaded only on request */
  readonly passives?: ReadonlyMap<string, TaskPassive>;
  /** the passive parts of releases, by release id; loaded only on request */
  readonly releasePassives?: ReadonlyMap<string, ReleasePassive>;
  /** the passive parts of the release's phases, by phase id; loaded only on request */
  readonly phasePassives?: ReadonlyMap<string, PhasePassive>;
  /**
   * the users who create the releases of create-release tasks, by `creatorKey`; null: the release has no run-as user
   */
  readonly creators?: ReadonlyMap<string, Creator | TokenFault | null>;
  /** the number of running releases that create-release tasks have created */
  readonly runningCreated?: number;
  /** usernames in the letter case of their creation, by requested name; null: the user does not exist */
  readonly users?: ReadonlyMap<string, string | null>;
  readonly riskProfiles?: RiskProfiles;
  /** the comments of the release, by id; null: the comment does not exist */
  readonly comments?: ReadonlyMap<string, StoredComment | null>;
  /** the names of the teams of the release's folder; null: the folder has none */
  readonly teams?: readonly string[] | null;
}

/** The user who creates a release, with the permissions on the template and in the target folder. */
export interface Creator {
  readonly caller: Caller;
  readonly callerAtTarget: Caller;
}

/**
 * The reason why a token is invalid: it is deleted or unknown, it has expired, its user cannot log in, or its user has
 * `admin` but its creator did not.
 */
export type TokenFault = 'deleted' | 'expired' | 'loginNotAllowed' | 'creatorLacksAdmin';

/** The identity and location for the creation of a release by a create-release task. */
export interface CreatorRequest {
  /** the run-as user of the release; null: not set */
  readonly username: string | null;
  /** the id of the personal access token that limits the run-as user; null: no limit */
  readonly tokenId: string | null;
  /** the id of the release that contains the task */
  readonly releaseId: string;
  readonly template: Pick<Release, 'id' | 'folderId'>;
  readonly folderId: string;
}

/**
 * Returns the key of a creator in the decision data. It contains no release id, because a new release gets another id
 * in each run of a decision.
 */
export const creatorKey = ({ username, tokenId, template, folderId }: CreatorRequest): string =>
  JSON.stringify([username, tokenId, template.id, folderId]);

/** Data that a decision requires. */
export type Requirement =
  | { readonly kind: 'blackouts' }
  | { readonly kind: 'variables' }
  | { readonly kind: 'variablesOf'; readonly folderId: string }
  | { readonly kind: 'target'; readonly id: string }
  /** a target that may be required next; it is loaded only if it is done */
  | { readonly kind: 'nextTarget'; readonly id: string }
  | { readonly kind: 'template'; readonly id: string }
  | { readonly kind: 'folder'; readonly id: string }
  | { readonly kind: 'passive'; readonly id: string }
  | { readonly kind: 'releasePassive'; readonly id: string }
  | { readonly kind: 'phasePassive'; readonly id: string }
  | (CreatorRequest & { readonly kind: 'creator' })
  | { readonly kind: 'runningCreated' }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'comment'; readonly id: string }
  | { readonly kind: 'riskProfiles' }
  | { readonly kind: 'teams' };

/** The environment of a decision: the time, generated ids, encryption and data. */
export interface Env {
  readonly now: Instant;
  /** Returns a new id: the kind and a suffix, such as `Task` and 32 hexadecimal digits. */
  newId(kind: IdKind): string;
  /** Returns a password in its encrypted, stored form. */
  sealPassword(text: string): string;
  readonly automatedTypes: AutomatedTypes;
  /** Whether external login is enabled, so that unknown usernames are accepted unchanged. */
  readonly acceptsUnknownUsers?: boolean;
  readonly data: DecisionData;
}

/** The data to load first. Thrown inside the domain and caught by orRequirements(). */
export class MissingData extends Error {
  override readonly name = 'MissingData';
  readonly requirements: readonly Requirement[];
  constructor(requirements: readonly Requirement[]) {
    super('the decision requires more data');
    this.requirements = requirements;
  }
}
