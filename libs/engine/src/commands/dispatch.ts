import { handle, NotFound, type Outcome, type World } from '@slipway/domain';
import {
  type Connection,
  type IdempotencyKey,
  insertPlans,
  isTransient,
  loadPlan,
  lockRelease,
  type Plan,
  readVersion,
  type Saved,
  savePlan,
  shareTree,
} from '@slipway/persistence';
import { linkTo } from '@slipway/tracing';
import { withRetries } from '../concurrency/retry.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import { type EngineContext, envAt } from '../decision/context.ts';
import { decideInTransaction, decideWithoutLocks, type Hint, noHint, RoomUncertain } from '../decision/decide.ts';
import { storedPlan } from '../decision/plan-cache.ts';
import { fetchWanted } from '../decision/world.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { type Ask, inputTo } from './ask.ts';
import { type DispatchResult, savedResult, unchanged } from './dispatch-result.ts';
import { prepareInput } from './prepare-command.ts';
import { requireVersion } from './request-terms.ts';
import { teamsMove } from './teams-move.ts';

/** One input to one release. */
export interface DispatchRequest {
  readonly id: string;
  readonly input: Ask;
  /** a task, or the release itself, that the caller wants to see afterwards */
  readonly shows: string | null;
  /** the version under which it is decided, or not at all */
  readonly expected: number | null;
  /** kept with what is saved */
  readonly key: IdempotencyKey | null;
}

/**
 * Decides on one input and saves the result. Without a transaction if possible: on the cached plan, with one statement
 * that does nothing if the release has changed. A refusal on a cached plan counts only if the plan is current.
 * Otherwise, or if the decision needs more data than ended targets, under the lock of the release. Throws the refusals
 * of the domain, NotFound, Overloaded, Outdated, Repeated.
 */
export async function dispatchInput(context: EngineContext, request: DispatchRequest): Promise<DispatchResult> {
  const free = await dispatchWithoutTransaction(context, request);
  return 'release' in free ? free : await dispatchLocked(context, request, free);
}

const missing = (id: string, what = 'release') => new NotFound(`there is no ${what} '${id}'`);

/** A cached plan, which may be outdated. Throws NotFound. */
export async function knownPlan({ database, plans }: EngineContext, id: string, what = 'release'): Promise<Plan> {
  const known = plans.get(id);
  if (known !== undefined) return known;
  const plan = await database.transaction((connection) => loadPlan(connection, id), 'read');
  if (plan === null) throw missing(id, what);
  plans.put(plan);
  return plan;
}

const isCurrent = async ({ database }: EngineContext, { release, version }: Plan): Promise<boolean> =>
  (await readVersion(database, release.id)) === version;

/** The result without a lock, or a hint if a lock is required. */
async function dispatchWithoutTransaction(
  context: EngineContext,
  request: DispatchRequest,
): Promise<DispatchResult | Hint> {
  const { database, clock, risk } = context;
  const { id, input, shows, expected, key } = request;
  if (teamsMove(input) !== null) return noHint;
  const plan = await knownPlan(context, id);
  // Which of the two is behind, the caller or this process, is found out under the lock.
  if (expected !== null && plan.version !== expected) return noHint;
  let decided: Outcome | Hint;
  try {
    const given = await prepareInput(context, database, plan.release, await inputTo(plan.release, input));
    const now = await clock.now();
    decided = await decideWithoutLocks({ connection: database, risk }, plan.version, (world) =>
      handle(plan.release, given, envAt(context, now, world)),
    );
  } catch (refusal) {
    if (await isCurrent(context, plan)) throw refusal;
    return noHint;
  }
  if ('wants' in decided) return decided;
  linkTo(plan.traceparent);
  if (isUnchanged(plan, decided)) return (await isCurrent(context, plan)) ? unchanged(plan) : noHint;
  crashPoint('before-commit');
  const saved = await savePlan(database, plan, decided, { shows, key, small: true }).catch(nullIfTransient);
  crashPoint('after-commit');
  if (saved === null) return noHint;
  if (saved.riskVersion !== null) risk.seen(saved.riskVersion);
  return cached(context, savedResult(decided, [], saved), decided);
}

/** What fails because of others at this moment is done again under the lock, which waits for them. */
export function nullIfTransient(error: unknown): null {
  if (isTransient(error)) return null;
  throw error;
}

/** Whether an outcome leaves everything as it is stored. */
const isUnchanged = (plan: Plan, { release, entries, comments, wakeAt }: Outcome): boolean =>
  release === plan.release && entries.length === 0 && comments.length === 0 && wakeAt === plan.wakeAt;

function cached({ plans }: EngineContext, result: DispatchResult, { awaits, wakeAt }: Outcome): DispatchResult {
  const { release, version, traceparent } = result;
  plans.put({ release, version, awaits, wakeAt, traceparent });
  return result;
}

async function dispatchLocked(context: EngineContext, request: DispatchRequest, hint: Hint): Promise<DispatchResult> {
  return await withRetries(`release '${request.id}'`, async (mode) => {
    const decide = (isOnly: boolean) =>
      context.database.transaction((connection) => decideIn(connection, context, request, { ...hint, isOnly }), mode);
    const decided = await decide(true).catch((error) => {
      if (error instanceof RoomUncertain) return decide(false);
      throw error;
    });
    if (decided.kind === 'unchanged') return unchanged(decided.plan);
    crashPoint('after-commit');
    return cached(context, savedResult(decided.outcome, decided.created, decided.saved), decided.outcome);
  });
}

type LockedDecision =
  | { readonly kind: 'unchanged'; readonly plan: Plan }
  | {
      readonly kind: 'saved';
      readonly outcome: Outcome;
      readonly created: readonly Outcome[];
      readonly saved: Saved;
    };

async function decideIn(
  connection: Connection,
  context: EngineContext,
  request: DispatchRequest,
  { isOnly, ...hint }: Hint & { readonly isOnly: boolean },
): Promise<LockedDecision> {
  const { id, input, shows, expected, key } = request;
  const teams = teamsMove(input);
  if (teams !== null) await shareTree(connection);
  const locked = await lockRelease(connection, id);
  if (locked === null) throw missing(id);
  requireVersion(id, expected, locked.version);
  const plan = await storedPlan(connection, context.plans, id, locked.version);
  if (plan === null) throw missing(id);
  linkTo(plan.traceparent);
  const given = await prepareInput(context, connection, plan.release, await inputTo(plan.release, input));
  const { folderId } = plan.release;
  const scope = { folderId, now: locked.now, plans: context.plans, risk: context.risk, isOnly };
  const known =
    hint.version === plan.version ? await fetchWanted(connection, hint.world, hint.wants, scope) : hint.world;
  const decide = (world: World) => handle(plan.release, given, envAt(context, locked.now, world));
  const { outcome, created } = await decideInTransaction(connection, scope, decide, known);
  if (isUnchanged(plan, outcome)) return { kind: 'unchanged', plan };
  const [saved] = await settleAll(
    savePlan(connection, plan, outcome, { shows, key }),
    insertPlans(connection, created),
  );
  if (saved === null) throw new Error(`release '${id}' has changed under its lock`);
  await teams?.(connection, plan.release, outcome.release);
  crashPoint('inside-transaction');
  return { kind: 'saved', outcome, created, saved };
}
