import type { Decision, DecisionData, Outcome, Requirement } from '@slipway/domain/decision';
import type { Connection } from '@slipway/persistence/database';
import { boundRunningCreated, countRunningCreated } from '@slipway/persistence/flow';
import type { RiskCache } from '../risk/risk-cache.ts';
import { type FetchScope, fetchRequired, fetchWithoutLocks } from './fetch-decision-data.ts';

/** The data from an attempt without a lock, for the attempt with a lock. */
export interface Hint {
  readonly decisionData: DecisionData;
  /** the next data that the decision requires, for the plan of this version */
  readonly requirements: readonly Requirement[];
  readonly version: number | null;
}

/** The hint of an attempt that has loaded no data. */
export const noHint: Hint = { decisionData: {}, requirements: [], version: null };

/** More rounds than a decision can need: each round requests data that the round before could not determine. */
const maxRounds = 5_000;

/** A decision, and whether it assumes that there is capacity for created releases. */
interface AssumedDecision {
  readonly decision: Decision;
  readonly isAssumed: boolean;
}

/**
 * Decides as if no created release were running, if the decision needs that number. It is requested last, because
 * counting blocks all other creations; all other data is loaded by then.
 */
function decideAssumingCapacity(
  decide: (decisionData: DecisionData) => Decision,
  decisionData: DecisionData,
): AssumedDecision {
  const decision = decide(decisionData);
  if (decision.kind === 'decided' || !decision.requirements.some(({ kind }) => kind === 'runningCreated'))
    return { decision, isAssumed: false };
  return { decision: decide({ ...decisionData, runningCreated: 0 }), isAssumed: true };
}

/** Decides with the data that needs no lock. Returns a hint if that is not sufficient. */
export async function decideWithoutLocks(
  { connection, risk }: { readonly connection: Connection; readonly risk: RiskCache },
  version: number,
  decide: (decisionData: DecisionData) => Decision,
): Promise<Outcome | Hint> {
  let decisionData: DecisionData = {};
  for (let round = 0; round < maxRounds; round++) {
    const { decision, isAssumed } = decideAssumingCapacity(decide, decisionData);
    if (decision.kind === 'decided')
      return isAssumed || decision.created.length > 0 ? { decisionData, requirements: [], version } : decision.outcome;
    const extended = await fetchWithoutLocks(connection, risk, decisionData, decision.requirements);
    if (extended.requirements.length > 0) return { ...extended, version };
    decisionData = extended.decisionData;
  }
  return noHint;
}

type FinalDecision = Extract<Decision, { kind: 'decided' }>;

/** The transaction in which a decision is made. */
export interface DecisionScope extends FetchScope {
  /** Whether this is the only decision of its transaction. Then it does not block the creation of other releases. */
  readonly isOnly?: boolean;
}

/** The capacity may be exhausted. To count, the caller must block all others, in a new transaction. */
export class CapacityUncertain extends Error {
  override readonly name = 'CapacityUncertain';
}

/**
 * Decides repeatedly, each time with the requested data; `known` is the initial data. Throws CapacityUncertain if it is
 * the only decision of its transaction and the capacity is too low for that.
 */
export async function decideInTransaction(
  connection: Connection,
  scope: DecisionScope,
  decide: (decisionData: DecisionData) => Decision,
  initial: DecisionData = {},
): Promise<FinalDecision> {
  let decisionData = initial;
  for (let round = 0; round < maxRounds; round++) {
    const { decision, isAssumed } = decideAssumingCapacity(decide, decisionData);
    if (decision.kind === 'missingData')
      decisionData = await fetchRequired(connection, decisionData, decision.requirements, scope);
    else if (!isAssumed) return decision;
    else if (scope.isOnly === true && decision.created.length === 1)
      return await decideConcurrently(connection, decide, decisionData);
    else decisionData = { ...decisionData, runningCreated: await countRunningCreated(connection) };
  }
  throw new Error('the decision required data in too many rounds');
}

/**
 * Decides on a new release while other transactions create releases. The capacity must suffice even if each of them
 * creates one.
 */
async function decideConcurrently(
  connection: Connection,
  decide: (decisionData: DecisionData) => Decision,
  decisionData: DecisionData,
): Promise<FinalDecision> {
  const decision = decide({ ...decisionData, runningCreated: await boundRunningCreated(connection) });
  if (decision.kind === 'decided' && decision.created.length === 1) return decision;
  throw new CapacityUncertain('there may be no capacity for another created release');
}
