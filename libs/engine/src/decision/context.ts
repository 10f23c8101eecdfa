import type { AutomatedTypes, Env, Instant, World } from '@slipway/domain';
import type { Database, Seal } from '@slipway/persistence';
import type { Clock } from '../environment/clock.ts';
import { newId } from '../environment/ids.ts';
import type { AuthorRights } from '../people/author-rights.ts';
import type { RiskCache } from '../risk/risk-cache.ts';
import type { PlanCache } from './plan-cache.ts';

/** A database, and what its secrets are sealed with. */
export interface SealedStore {
  readonly database: Database;
  readonly seal: Seal;
}

/** What every way to decide on a release needs. */
export interface EngineContext extends SealedStore {
  readonly clock: Clock;
  readonly plans: PlanCache;
  /** what those may do by whose rights triggers fire */
  readonly authors: AuthorRights;
  readonly risk: RiskCache;
  /** task types that a script runner serves, as they are at this moment */
  readonly automatedTypes: () => AutomatedTypes;
  /** External login is enabled: unknown user names are accepted. */
  readonly outsideLogin: boolean;
}

/** What the core is given with one input. */
export const envAt = (
  {
    automatedTypes,
    outsideLogin,
    risk,
    seal,
  }: Pick<EngineContext, 'automatedTypes' | 'outsideLogin' | 'risk' | 'seal'>,
  now: Instant,
  world: World,
): Env => ({
  now,
  newId,
  sealPassword: (text) => seal.seal('variable', text),
  automatedTypes: automatedTypes(),
  takesUnknownUsers: outsideLogin,
  world: world.riskProfiles === undefined ? { ...world, riskProfiles: risk.known() } : world,
});
