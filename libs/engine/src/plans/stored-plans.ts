import { asStored, NotFound, type Outcome } from '@slipway/domain';
import {
  type Connection,
  type IdempotencyKey,
  insertPlan,
  insertPlans,
  loadPlan,
  type Plan,
  readVersion,
  type Saved,
} from '@slipway/persistence';
import type { Deciding, Dispatched } from '../commands/dispatch.ts';
import { settleAll } from '../concurrency/settle-all.ts';

/** A template as this transaction sees it. Throws NotFound. */
export async function templateIn(connection: Connection, { plans }: Deciding, id: string): Promise<Plan> {
  const known = plans.get(id);
  const version = known === undefined ? null : await readVersion(connection, id);
  const plan = known !== undefined && known.version === version ? known : await loadPlan(connection, id);
  if (plan === null || plan.release.status !== 'TEMPLATE') throw new NotFound(`there is no template '${id}'`);
  plans.put(plan);
  return plan;
}

/** Stores what was made, and what it made; `shows` tells whether the caller wants to see it. */
export async function insertMade(
  connection: Connection,
  outcome: Outcome,
  created: readonly Outcome[],
  key: IdempotencyKey | null,
  shows = false,
): Promise<Dispatched> {
  const [saved] = await settleAll(insertPlan(connection, outcome, { key, shows }), insertPlans(connection, created));
  if (saved === null) throw new Error(`release '${outcome.release.id}' exists in the archive`);
  return madeBy(outcome, created, saved);
}

/** What was made, as it is stored. */
export const madeBy = (outcome: Outcome, created: readonly Outcome[], saved: Saved): Dispatched => ({
  ...saved,
  release: saved.whole?.release ?? asStored(outcome.release),
  outcome,
  created,
});
