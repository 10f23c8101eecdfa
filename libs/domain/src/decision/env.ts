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
 * What lies outside a release and may matter to it. Absent means not asked yet: a decision that
 * needs it answers with what it wants, and is taken again when it is there.
 */
export interface World {
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
  /** as whom create-release tasks make releases, by `creatorKey`; null: the release has nobody to run as */
  readonly creators?: ReadonlyMap<string, Creator | TokenFault | null>;
  /** how many releases run that create-release tasks have made */
  readonly runningCreated?: number;
  /** users as they were made, by name as it was written, in any letter case; null where there is no such user */
  readonly users?: ReadonlyMap<string, string | null>;
  readonly riskProfiles?: RiskProfiles;
  /** names of the teams of the release's folder; null: its folder has none */
  readonly teams?: readonly string[] | null;
}

/** Somebody who makes a release: at its template, and in the folder in which it comes to lie. */
export interface Creator {
  readonly caller: Caller;
  readonly there: Caller;
}

/**
 * Why scripts cannot run by a token any more: it was ended or never there, its time is over, its user may not log in, or has
 * the permission to everything, which whoever made the token had not.
 */
export type TokenFault = 'ended' | 'expired' | 'barred' | 'ofOther';

/** Who makes a release for a create-release task. */
export interface WantedCreator {
  /** as whom its release runs; null: nobody has said so */
  readonly username: string | null;
  /** of the personal access token by which it runs; null: by none */
  readonly tokenId: string | null;
  /** the release of the task */
  readonly releaseId: string;
  readonly template: Pick<Release, 'id' | 'folderId'>;
  readonly folderId: string;
}

/**
 * Under which the world keeps somebody who makes releases: not the release, which has another id each time that a decision
 * on a new one is taken again.
 */
export const creatorKey = ({ username, tokenId, template, folderId }: WantedCreator): string =>
  JSON.stringify([username, tokenId, template.id, folderId]);

/** Something of the world that a decision cannot be taken without. */
export type Want =
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
  | (WantedCreator & { readonly kind: 'creator' })
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
  /** a login elsewhere knows users who were never here: then a name that nobody has is taken as it is written */
  readonly takesUnknownUsers?: boolean;
  readonly world: World;
}

/** Thrown inside the core and caught by orWants(): what has to be fetched first. */
export class MissingWorld extends Error {
  override readonly name = 'MissingWorld';
  readonly wants: readonly Want[];
  constructor(wants: readonly Want[]) {
    super('something of the world is wanted');
    this.wants = wants;
  }
}
