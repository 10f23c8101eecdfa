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

/** More rounds than a decision can need: each asks for what the one before could not know of. */
const mostRounds = 5_000;

/** A decision, and whether it takes for granted that there is room for what tasks make. */
interface Assumed {
  readonly decision: Decision;
  readonly isAssumed: boolean;
}

/**
 * Decides as if nothing ran that tasks have made, where that is what is wanted. How much runs is asked last, since whoever
 * asks holds off all others who make releases from tasks: what else the decision needs is known by then.
 */
function assumingRoom(decide: (world: World) => Decision, world: World): Assumed {
  const decision = decide(world);
  if (decision.kind === 'decided' || !decision.wants.some(({ kind }) => kind === 'runningCreated'))
    return { decision, isAssumed: false };
  return { decision: decide({ ...world, runningCreated: 0 }), isAssumed: true };
}

/** Takes a decision with no more of the world than needs no lock; a hint where that is not enough. */
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

/** There may be room or not: whoever wants to know has to hold off all others, in a transaction that has not counted before. */
export class RoomUncertain extends Error {
  override readonly name = 'RoomUncertain';
}

/**
 * Takes a decision again and again, each time with what it wanted of the world; `known` is what is known before. Throws
 * RoomUncertain where it is the only one of its transaction and there is so little room that it must not be.
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

/** Decides on one new release while others do, too: there has to be room even if each of them makes one. */
async function decideBeside(
  connection: Connection,
  decide: (world: World) => Decision,
  world: World,
): Promise<Decided> {
  const decision = decide({ ...world, runningCreated: await boundRunningCreated(connection) });
  if (decision.kind === 'decided' && decision.created.length === 1) return decision;
  throw new RoomUncertain('there may be no room for another release that a task makes');
}
