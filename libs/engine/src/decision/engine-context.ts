import type { DecisionData, Env } from '@slipway/domain/decision';
import type { AutomatedTypes, Instant } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import type { SavePlan } from '@slipway/persistence/plans';
import type { Seal } from '@slipway/persistence/secrets';
import type { Clock } from '../environment/clock.ts';
import { newId } from '../environment/ids.ts';
import type { AuthorPermissions } from '../people/author-permissions.ts';
import type { RiskCache } from '../risk/risk-cache.ts';
import type { PlanCache } from './plan-cache.ts';

/** A database and the encryption of its secrets. */
export interface SealedStore {
  readonly database: Database;
  readonly seal: Seal;
}

/** The dependencies of all decisions about a release. */
export interface EngineContext extends SealedStore {
  readonly clock: Clock;
  readonly plans: PlanCache;
  /** Saves an outcome outside of a transaction, possibly in one statement with those of other releases. */
  readonly savePlan: SavePlan;
  /** Loads the permissions of trigger authors. */
  readonly authors: AuthorPermissions;
  readonly risk: RiskCache;
  /** the task types that the script runner currently supports */
  readonly automatedTypes: () => AutomatedTypes;
  /** External login is enabled: unknown user names are accepted. */
  readonly outsideLogin: boolean;
}

/** The data for the decision about one input. */
export const createEnv = (
  {
    automatedTypes,
    outsideLogin,
    risk,
    seal,
  }: Pick<EngineContext, 'automatedTypes' | 'outsideLogin' | 'risk' | 'seal'>,
  now: Instant,
  decisionData: DecisionData,
): Env => ({
  now,
  newId,
  sealPassword: (text) => seal.seal('variable', text),
  automatedTypes: automatedTypes(),
  acceptsUnknownUsers: outsideLogin,
  data: decisionData.riskProfiles === undefined ? { ...decisionData, riskProfiles: risk.current() } : decisionData,
});
