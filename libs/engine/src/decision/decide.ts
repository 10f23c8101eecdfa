import type { Decision, Outcome, Want, World } from '@slipway/domain';
import type { Connection } from '@slipway/persistence';
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

/** Takes a decision with no more of the world than needs no lock; a hint where that is not enough. */
export async function decideWithoutLocks(
  { connection, risk }: { readonly connection: Connection; readonly risk: RiskCache },
  version: number,
  decide: (world: World) => Decision,
): Promise<Outcome | Hint> {
  let world: World = {};
  for (let round = 0; round < mostRounds; round++) {
    const decision = decide(world);
    if (decision.kind === 'decided') return decision.created.length === 0 ? decision.outcome : noHint;
    const wider = await fetchWithoutLocks(connection, risk, world, decision.wants);
    if (wider.wants.length > 0) return { ...wider, version };
    world = wider.world;
  }
  return noHint;
}

/** Takes a decision again and again, each time with what it wanted of the world; `known` is what is known before. */
export async function decideInTransaction(
  connection: Connection,
  scope: WorldScope,
  decide: (world: World) => Decision,
  known: World = {},
): Promise<Extract<Decision, { kind: 'decided' }>> {
  let world = known;
  for (let round = 0; round < mostRounds; round++) {
    const decision = decide(world);
    if (decision.kind === 'decided') return decision;
    world = await fetchWanted(connection, world, decision.wants, scope);
  }
  throw new Error('a decision has wanted more and more of the world');
}
