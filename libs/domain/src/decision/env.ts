import type { Instant } from '../model/json.ts';
import type { Release } from '../model/release.ts';
import type { TargetState, TaskPassive } from '../model/task.ts';
import type { AutomatedTypes } from '../model/task-types.ts';
import type { Variable } from '../model/variable.ts';

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
  | 'Blackout';

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
  /** by id of a release, phase or task elsewhere */
  readonly targets?: ReadonlyMap<string, TargetState>;
  /** by id; null where there is no such template */
  readonly templates?: ReadonlyMap<string, Release | null>;
  /** the full ids of folders, by id; null where there is no such folder */
  readonly folders?: ReadonlyMap<string, string | null>;
  /** the passive parts of this release's own tasks, by id; they are not loaded to decide otherwise */
  readonly passives?: ReadonlyMap<string, TaskPassive>;
  /** how many releases run that create-release tasks have made */
  readonly runningCreated?: number;
}

/** Something of the world that a decision cannot be taken without. */
export type Want =
  | { readonly kind: 'blackouts' }
  | { readonly kind: 'variables' }
  | { readonly kind: 'target'; readonly id: string }
  /** a target that may be wanted next: it need not be in the world unless it is done */
  | { readonly kind: 'nextTarget'; readonly id: string }
  | { readonly kind: 'template'; readonly id: string }
  | { readonly kind: 'folder'; readonly id: string }
  | { readonly kind: 'passive'; readonly id: string }
  | { readonly kind: 'runningCreated' };

/** Everything that the outside contributes to a decision. */
export interface Env {
  readonly now: Instant;
  /** a new id, kind and suffix: `Task` and 32 hexadecimal digits */
  newId(kind: IdKind): string;
  readonly automatedTypes: AutomatedTypes;
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
