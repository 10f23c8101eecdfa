import type { Decision, Outcome, Want, World } from '@slipway/domain';
import { boundRunningCreated, type Connection, countRunningCreated } from '@slipway/persistence';
import type { RiskCache } from '../risk/risk-cache.ts';
import { fetchWanted, fetchWithoutLocks, type WorldScope } from './world.ts';

/** What an attempt without a lock has found out for one with it. */
export interface Hint {
  readonly world: World;
  /** what the decision wanted next of the world, on the plan under this version */
  readonly wants: readonly Want[];
  readonly version: number | null;
}

/** Nothing was found out. */
export const noHint: Hint = { world: {}, wants: [], version: null };

/** More rounds than a decision can need: each round requests data that the round before could not determine. */
const mostRounds = 5_000;

/** A decision, and whether it assumes that there is capacity for created releases. */
interface Assumed {
  readonly decision: Decision;
  readonly isAssumed: boolean;
}

/**
 * Decides as if no created release were running, if the decision needs that number. It is requested last, because
 * counting blocks all other creations; all other data is loaded by then.
 */
function assumingRoom(decide: (world: World) => Decision, world: World): Assumed {
  const decision = decide(world);
  if (decision.kind === 'decided' || !decision.wants.some(({ kind }) => kind === 'runningCreated'))
    return { decision, isAssumed: false };
  return { decision: decide({ ...world, runningCreated: 0 }), isAssumed: true };
}

/** Decides with the data that needs no lock. Returns a hint if that is not sufficient. */
export async function decideWithoutLocks(
  { connection, risk }: { readonly connection: Connection; readonly risk: RiskCache },
  version: number,
  decide: (world: World) => Decision,
): Promise<Outcome | Hint> {
  let world: World = {};
  for (let round = 0; round < mostRounds; round++) {
    const { decision, isAssumed } = assumingRoom(decide, world);
    if (decision.kind === 'decided')
      return isAssumed || decision.created.length > 0 ? { world, wants: [], version } : decision.outcome;
    const wider = await fetchWithoutLocks(connection, risk, world, decision.wants);
    if (wider.wants.length > 0) return { ...wider, version };
    world = wider.world;
  }
  return noHint;
}

type Decided = Extract<Decision, { kind: 'decided' }>;

/** Where a decision is taken in a transaction. */
export interface DecisionScope extends WorldScope {
  /** whether it is the only decision of its transaction: then others may make releases meanwhile */
  readonly isOnly?: boolean;
}

/** The capacity may be exhausted. To count, the caller must block all others, in a new transaction. */
export class RoomUncertain extends Error {
  override readonly name = 'RoomUncertain';
}

/**
 * Decides repeatedly, each time with the requested data; `known` is the initial data. Throws RoomUncertain if it is
 * the only decision of its transaction and the capacity is too low for that.
 */
export async function decideInTransaction(
  connection: Connection,
  scope: DecisionScope,
  decide: (world: World) => Decision,
  known: World = {},
): Promise<Decided> {
  let world = known;
  for (let round = 0; round < mostRounds; round++) {
    const { decision, isAssumed } = assumingRoom(decide, world);
    if (decision.kind === 'wants') world = await fetchWanted(connection, world, decision.wants, scope);
    else if (!isAssumed) return decision;
    else if (scope.isOnly === true && decision.created.length === 1)
      return await decideBeside(connection, decide, world);
    else world = { ...world, runningCreated: await countRunningCreated(connection) };
  }
  throw new Error('a decision has wanted more and more of the world');
}

/** Decides on one new release beside concurrent ones: there must be capacity even if each of them creates one. */
async function decideBeside(
  connection: Connection,
  decide: (world: World) => Decision,
  world: World,
): Promise<Decided> {
  const decision = decide({ ...world, runningCreated: await boundRunningCreated(connection) });
  if (decision.kind === 'decided' && decision.created.length === 1) return decision;
  throw new RoomUncertain('there may be no capacity for another created release');
}
