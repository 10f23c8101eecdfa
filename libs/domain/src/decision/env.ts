import type { Instant } from '../model/json.ts';
import type { PhasePassive } from '../model/phase.ts';
import type { Release, ReleasePassive } from '../model/release.ts';
import type { RiskProfiles } from '../model/risk.ts';
import type { TargetState, TaskPassive } from '../model/task.ts';
import type { AutomatedTypes } from '../model/task-types.ts';
import type { Variable } from '../model/variable.ts';
import type { Caller } from './inputs.ts';

/** The kinds of things that get ids of their own. */
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
  | 'Blackout'
  | 'Attachment';

/** A time in which tasks with `delayDuringBlackout` do not start: from `startDate` until before `endDate`. */
export interface Blackout {
  readonly id: string;
  readonly startDate: Instant;
  readonly endDate: Instant;
}

/**
 * Data outside a release. Absent means not loaded: a decision that needs it returns a request for it, and runs again
 * with it.
 */
export interface DecisionData {
  /** in order of their start */
  readonly blackouts?: readonly Blackout[];
  /** global and folder variables by key (`global.x`, `folder.x`) */
  readonly variables?: ReadonlyMap<string, Variable>;
  /** the same as releases in other folders see them, by the ids of these */
  readonly variablesOf?: ReadonlyMap<string, ReadonlyMap<string, Variable>>;
  /** by id of a release, phase or task elsewhere */
  readonly targets?: ReadonlyMap<string, TargetState>;
  /** by id, or by the path of titles that names one template; null where there is no such template */
  readonly templates?: ReadonlyMap<string, Release | null>;
  /** the full ids of folders, by id or by the path of titles that names one; null where there is no such folder */
  readonly folders?: ReadonlyMap<string, string | null>;
  /** the passive parts of this release's own tasks, by id; they are not loaded to decide otherwise */
  readonly passives?: ReadonlyMap<string, TaskPassive>;
  /** the passive parts of releases themselves, likewise */
  readonly releasePassives?: ReadonlyMap<string, ReleasePassive>;
  /** the passive parts of this release's own phases, likewise */
  readonly phasePassives?: ReadonlyMap<string, PhasePassive>;
  /** The creators of releases of create-release tasks, by `creatorKey`; null: the release has no run-as user. */
  readonly creators?: ReadonlyMap<string, Creator | TokenFault | null>;
  /** how many releases run that create-release tasks have made */
  readonly runningCreated?: number;
  /** users as they were made, by name as it was written, in any letter case; null where there is no such user */
  readonly users?: ReadonlyMap<string, string | null>;
  readonly riskProfiles?: RiskProfiles;
  /** names of the teams of the release's folder; null: its folder has none */
  readonly teams?: readonly string[] | null;
}

/** A creator of a release, with the permissions at the template and in the target folder. */
export interface Creator {
  readonly caller: Caller;
  readonly callerAtTarget: Caller;
}

/**
 * Why a token is invalid: deleted or unknown, expired, its user may not log in, or its user has `admin` and its
 * creator had not.
 */
export type TokenFault = 'ended' | 'expired' | 'barred' | 'ofOther';

/** Who makes a release for a create-release task. */
export interface CreatorRequest {
  /** The run-as user of the release; null: not set. */
  readonly username: string | null;
  /** of the personal access token by which it runs; null: by none */
  readonly tokenId: string | null;
  /** the release of the task */
  readonly releaseId: string;
  readonly template: Pick<Release, 'id' | 'folderId'>;
  readonly folderId: string;
}

/**
 * The key of a creator in the world. It contains no id of a release, because a new release gets another id for each
 * run of a decision.
 */
export const creatorKey = ({ username, tokenId, template, folderId }: CreatorRequest): string =>
  JSON.stringify([username, tokenId, template.id, folderId]);

/** Something of the world that a decision cannot be taken without. */
export type Requirement =
  | { readonly kind: 'blackouts' }
  | { readonly kind: 'variables' }
  | { readonly kind: 'variablesOf'; readonly folderId: string }
  | { readonly kind: 'target'; readonly id: string }
  /** a target that may be wanted next: it need not be in the world unless it is done */
  | { readonly kind: 'nextTarget'; readonly id: string }
  | { readonly kind: 'template'; readonly id: string }
  | { readonly kind: 'folder'; readonly id: string }
  | { readonly kind: 'passive'; readonly id: string }
  | { readonly kind: 'releasePassive'; readonly id: string }
  | { readonly kind: 'phasePassive'; readonly id: string }
  | (CreatorRequest & { readonly kind: 'creator' })
  | { readonly kind: 'runningCreated' }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'riskProfiles' }
  | { readonly kind: 'teams' };

/** Everything that the outside contributes to a decision. */
export interface Env {
  readonly now: Instant;
  /** a new id, kind and suffix: `Task` and 32 hexadecimal digits */
  newId(kind: IdKind): string;
  /** a password as it is stored */
  sealPassword(text: string): string;
  readonly automatedTypes: AutomatedTypes;
  /** External login is enabled: unknown user names are accepted as sent. */
  readonly acceptsUnknownUsers?: boolean;
  readonly data: DecisionData;
}

/** Thrown inside the domain and caught by orRequirements(): the data to load first. */
export class MissingData extends Error {
  override readonly name = 'MissingData';
  readonly requirements: readonly Requirement[];
  constructor(requirements: readonly Requirement[]) {
    super('something of the world is wanted');
    this.requirements = requirements;
  }
}
