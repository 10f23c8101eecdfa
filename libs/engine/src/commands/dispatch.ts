import { handle } from '@slipway/domain/commands';
import type { DecisionData, Outcome } from '@slipway/domain/decision';
import { message, type ObjectKind } from '@slipway/domain/messages';
import { notFound } from '@slipway/domain/model';
import { type Connection, isTransient } from '@slipway/persistence/database';
import { lockTreeShared } from '@slipway/persistence/folders';
import {
  type IdempotencyKey,
  insertPlans,
  loadPlan,
  lockRelease,
  type Plan,
  readVersion,
  type SaveResult,
  savePlan,
} from '@slipway/persistence/plans';
import { addCause } from '@slipway/tracing';
import { withRetries } from '../concurrency/retry.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import { CapacityUncertain, decideInTransaction, decideWithoutLocks, type Hint, noHint } from '../decision/decide.ts';
import { createEnv, type EngineContext } from '../decision/engine-context.ts';
import { fetchRequired } from '../decision/fetch-decision-data.ts';
import { readLockedPlan } from '../decision/plan-cache.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { auditComment } from './audit-comment.ts';
import { type DispatchInput, toDomainInput, toTeamsMove } from './dispatch-input.ts';
import { type DispatchResult, toSavedResult, toUnchangedResult } from './dispatch-result.ts';
import { requireVersion } from './preconditions.ts';
import { prepareInput } from './prepare-command.ts';

/** One input to one release. */
export interface DispatchRequest {
  readonly id: string;
  readonly input: DispatchInput;
  /** the id of the task or release to return, or null */
  readonly shows: string | null;
  /** the required version of the release; null: any version */
  readonly expected: number | null;
  /** the idempotency key, stored with the change */
  readonly key: IdempotencyKey | null;
}

/**
 * Decides on one input and saves the result. If possible, without a transaction: on the cached plan, with one statement
 * that does nothing if the release has changed. A refusal on a cached plan counts only if the plan is current. If this
 * fails, or if the decision needs more data than ended targets, the release is locked. Throws the refusals of the
 * domain, NotFound, Overloaded, PreconditionFailed, DuplicateRequest.
 */
export async function dispatchInput(context: EngineContext, request: DispatchRequest): Promise<DispatchResult> {
  const result = await dispatchWithoutTransaction(context, request);
  return 'release' in result ? result : await dispatchLocked(context, request, result);
}

/** Returns a cached plan, which may be outdated. Throws NotFound. */
export async function readPlan(
  { database, plans }: EngineContext,
  id: string,
  kind: ObjectKind = 'release',
): Promise<Plan> {
  const known = plans.get(id);
  if (known !== undefined) return known;
  const plan = await database.transaction((connection) => loadPlan(connection, id), 'read');
  if (plan === null) throw notFound(kind, id);
  plans.put(plan);
  return plan;
}

const isCurrent = async ({ database }: EngineContext, { release, version }: Plan): Promise<boolean> =>
  (await readVersion(database, release.id)) === version;

/** Returns the result without a lock, or a hint if a lock is required. */
async function dispatchWithoutTransaction(
  context: EngineContext,
  request: DispatchRequest,
): Promise<DispatchResult | Hint> {
  const { database, clock, risk } = context;
  const { id, input, shows, expected, key } = request;
  if (toTeamsMove(input) !== null) return noHint;
  const plan = await readPlan(context, id);
  // Either the caller or the cache is outdated. The attempt with a lock finds out which one.
  if (expected !== null && plan.version !== expected) return noHint;
  let decided: Outcome | Hint;
  try {
    const prepared = await prepareInput(context, database, plan.release, await toDomainInput(plan.release, input));
    const now = await clock.now();
    decided = await decideWithoutLocks({ connection: database, risk }, plan.version, (decisionData) =>
      handle(plan.release, prepared, createEnv(context, now, decisionData)),
    );
  } catch (refusal) {
    if (await isCurrent(context, plan)) throw refusal;
    return noHint;
  }
  if ('requirements' in decided) return decided;
  addCause(plan.traceparent);
  if (isUnchanged(plan, decided)) return (await isCurrent(context, plan)) ? toUnchangedResult(plan) : noHint;
  crashPoint('before-commit');
  const saved = await context.savePlan(plan, decided, { shows, key, smallOnly: true }).catch(nullIfTransient);
  crashPoint('after-commit');
  if (saved === null) return noHint;
  if (saved.riskVersion !== null) risk.evictOlderThan(saved.riskVersion);
  return cacheResult(context, toSavedResult(decided, [], saved), decided);
}

/**
 * Returns null for a temporary conflict with other transactions, so that the caller retries under the lock. Throws
 * other errors.
 */
export function nullIfTransient(error: unknown): null {
  if (isTransient(error)) return null;
  throw error;
}

/** Whether an outcome equals the stored state. */
const isUnchanged = (plan: Plan, { release, entries, comments, wakeAt }: Outcome): boolean =>
  release === plan.release && entries.length === 0 && comments.length === 0 && wakeAt === plan.wakeAt;

function cacheResult({ plans }: EngineContext, result: DispatchResult, { awaits, wakeAt }: Outcome): DispatchResult {
  const { release, version, traceparent } = result;
  plans.put({ release, version, awaits, wakeAt, traceparent });
  return result;
}

async function dispatchLocked(context: EngineContext, request: DispatchRequest, hint: Hint): Promise<DispatchResult> {
  return await withRetries(message('objectId.release', { id: request.id }), async (mode) => {
    const decide = (isOnly: boolean) =>
      context.database.transaction(
        (connection) => decideLocked(connection, context, request, { ...hint, isOnly }),
        mode,
      );
    const decided = await decide(true).catch((error) => {
      if (error instanceof CapacityUncertain) return decide(false);
      throw error;
    });
    if (decided.kind === 'unchanged') return toUnchangedResult(decided.plan);
    crashPoint('after-commit');
    return cacheResult(context, toSavedResult(decided.outcome, decided.created, decided.saved), decided.outcome);
  });
}

type LockedDecision =
  | { readonly kind: 'unchanged'; readonly plan: Plan }
  | {
      readonly kind: 'saved';
      readonly outcome: Outcome;
      readonly created: readonly Outcome[];
      readonly saved: SaveResult;
    };

async function decideLocked(
  connection: Connection,
  context: EngineContext,
  request: DispatchRequest,
  { isOnly, ...hint }: Hint & { readonly isOnly: boolean },
): Promise<LockedDecision> {
  const { id, input, shows, expected, key } = request;
  const teams = toTeamsMove(input);
  if (teams !== null) await lockTreeShared(connection);
  const locked = await lockRelease(connection, id);
  if (locked === null) throw notFound('release', id);
  requireVersion(id, expected, locked.version);
  const plan = await readLockedPlan(connection, context.plans, id, locked.version);
  if (plan === null) throw notFound('release', id);
  addCause(plan.traceparent);
  const prepared = await prepareInput(context, connection, plan.release, await toDomainInput(plan.release, input));
  const { folderId } = plan.release;
  const scope = { folderId, now: locked.now, plans: context.plans, risk: context.risk, isOnly };
  const known =
    hint.version === plan.version
      ? await fetchRequired(connection, hint.decisionData, hint.requirements, scope)
      : hint.decisionData;
  const decide = (decisionData: DecisionData) =>
    handle(plan.release, prepared, createEnv(context, locked.now, decisionData));
  const { outcome, created } = await decideInTransaction(connection, scope, decide, known);
  if (isUnchanged(plan, outcome)) return { kind: 'unchanged', plan };
  const [saved] = await settleAll(
    savePlan(connection, plan, outcome, { shows, key }),
    insertPlans(connection, created),
  );
  if (saved === null) throw new Error(`release '${id}' has changed under its lock`);
  await teams?.(connection, plan.release, outcome.release);
  await auditComment(connection, input, outcome);
  crashPoint('inside-transaction');
  return { kind: 'saved', outcome, created, saved };
}
