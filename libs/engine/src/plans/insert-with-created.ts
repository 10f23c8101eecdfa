import type { Outcome } from '@slipway/domain/decision';
import { message } from '@slipway/domain/messages';
import { isTemplate, NotFound } from '@slipway/domain/model';
import type { Team } from '@slipway/domain/people';
import type { Connection } from '@slipway/persistence/database';
import {
  type IdempotencyKey,
  insertPlan,
  insertPlans,
  loadPlan,
  type Plan,
  readVersion,
} from '@slipway/persistence/plans';
import { type DispatchResult, toSavedResult } from '../commands/dispatch-result.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/engine-context.ts';

/** Returns the template as this transaction sees it. Throws NotFound. */
export async function readTemplate(connection: Connection, { plans }: EngineContext, id: string): Promise<Plan> {
  const cached = plans.get(id);
  const version = cached === undefined ? null : await readVersion(connection, id);
  const plan = cached !== undefined && cached.version === version ? cached : await loadPlan(connection, id);
  if (plan === null || !isTemplate(plan.release.status)) throw new NotFound(message('notFound.template', { id }));
  plans.put(plan);
  return plan;
}

/** The data that is stored with a new plan. */
interface InsertOptions {
  readonly created: readonly Outcome[];
  readonly key: IdempotencyKey | null;
  /** the teams of a new top-level template */
  readonly teams?: readonly Team[];
}

/** Stores a new plan, and the releases that it has created. The save returns the plan for the caller. */
export async function insertWithCreated(
  connection: Connection,
  outcome: Outcome,
  { created, key, teams }: InsertOptions,
): Promise<DispatchResult> {
  const [saved] = await settleAll(
    insertPlan(connection, outcome, { key, shows: true, ...(teams && { teams }) }),
    insertPlans(connection, created),
  );
  if (saved === null) throw new Error(`release '${outcome.release.id}' exists in the archive`);
  return toSavedResult(outcome, created, saved);
}
