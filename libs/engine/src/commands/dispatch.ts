import {
  type AutomatedTypes,
  asStored,
  type Env,
  handle,
  type Input,
  type Instant,
  isOver,
  NotFound,
  type Outcome,
  type Release,
  type World,
} from '@slipway/domain';
import {
  type Connection,
  type Database,
  type IdempotencyKey,
  insertPlans,
  isTransient,
  loadPlan,
  lockRelease,
  type Plan,
  type ReleaseView,
  readVersion,
  type Saved,
  type Seal,
  savePlan,
  type TaskView,
} from '@slipway/persistence';
import { retrying } from '../concurrency/retry.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import { decideFully, decideOpenly, type Hint, noHint } from '../decision/decide.ts';
import { type Plans, storedPlan } from '../decision/plan-cache.ts';
import { widen } from '../decision/world.ts';
import type { Clock } from '../environment/clock.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { newId } from '../environment/ids.ts';
import { claimCommand, claimFact, sealCommand } from './prepare-command.ts';
import { requireVersion } from './request-terms.ts';

/** What every way to decide on a release needs. */
export interface Deciding {
  readonly database: Database;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly seal: Seal;
  /** task types that a script runner serves, as they are at this moment */
  readonly automatedTypes: () => AutomatedTypes;
}

/** What an input has led to, as it is stored now. */
export interface Dispatched {
  readonly release: Release;
  readonly version: number;
  /** null when the input changed nothing */
  readonly outcome: Outcome | null;
  /** releases that create-release tasks made on the way */
  readonly created: readonly Outcome[];
  /** ids of the releases that have to be told */
  readonly waiters: readonly string[];
  /** the task that the caller wanted to see, where it came with the save; otherwise it takes a read */
  readonly view: TaskView | null;
  /** the release, likewise */
  readonly whole: ReleaseView | null;
}

/** One input to one release. */
export interface Asking {
  readonly id: string;
  readonly input: Input;
  /** a task, or the release itself, that the caller wants to see afterwards */
  readonly shows: string | null;
  /** the version under which it is decided, or not at all */
  readonly expected: number | null;
  /** kept with what is saved */
  readonly key: IdempotencyKey | null;
}

/** The outside of one decision. */
export const envAt = ({ automatedTypes }: Deciding, now: Instant, world: World): Env => ({
  now,
  newId,
  automatedTypes: automatedTypes(),
  world,
});

/**
 * Decides on one input and saves what it leads to. Without a transaction where possible: on the plan as this
 * process knows it, saved by one statement that does nothing if others changed the release since; a refusal on
 * such a plan counts only if it is still the stored one. Otherwise, and when the decision wants more of the world
 * than targets that are done, under the release's lock. Throws what the core refuses with, NotFound, Overloaded,
 * Outdated, Repeated.
 */
export async function decideOn(deciding: Deciding, asking: Asking): Promise<Dispatched> {
  const free = await decideFreely(deciding, asking);
  return 'release' in free ? free : await decideLocked(deciding, asking, free);
}

/** The input as the core may see it: passwords sealed, ids of new things free. */
async function prepared({ seal }: Deciding, connection: Connection, release: Release, input: Input): Promise<Input> {
  if (input.kind === 'fact') return { ...input, fact: await claimFact(connection, release, input.fact) };
  return { ...input, command: await claimCommand(connection, release, sealCommand(seal, release, input.command)) };
}

const missing = (id: string) => new NotFound(`there is no release '${id}'`);

async function planOf({ database, plans }: Deciding, id: string): Promise<Plan> {
  const known = plans.get(id);
  if (known !== undefined) return known;
  const plan = await database.transaction((connection) => loadPlan(connection, id), 'read');
  if (plan === null) throw missing(id);
  plans.put(plan);
  return plan;
}

const isCurrent = async ({ database }: Deciding, { release, version }: Plan): Promise<boolean> =>
  (await readVersion(database, release.id)) === version;

/** What comes of it without a lock, or a hint when it takes one. */
async function decideFreely(deciding: Deciding, asking: Asking): Promise<Dispatched | Hint> {
  const { database, clock } = deciding;
  const { id, input, shows, expected, key } = asking;
  const plan = await planOf(deciding, id);
  // Which of the two is behind, the caller or this process, is found out under the lock.
  if (expected !== null && plan.version !== expected) return noHint;
  let decided: Outcome | Hint;
  try {
    const given = await prepared(deciding, database, plan.release, input);
    const now = await clock.now();
    decided = await decideOpenly(database, plan.version, (world) =>
      handle(plan.release, given, envAt(deciding, now, world)),
    );
  } catch (refusal) {
    if (await isCurrent(deciding, plan)) throw refusal;
    return noHint;
  }
  if ('wants' in decided) return decided;
  if (isQuiet(plan, decided)) return (await isCurrent(deciding, plan)) ? unchanged(plan) : noHint;
  crashPoint('before-commit');
  const saved = await savePlan(database, plan, decided, { shows, key, small: true }).catch(unlessTransient);
  crashPoint('after-commit');
  return saved === null ? noHint : remember(deciding, decided, saved, []);
}

/** What fails because of others at this moment is done again under the lock, which waits for them. */
export function unlessTransient(error: unknown): null {
  if (isTransient(error)) return null;
  throw error;
}

const unchanged = ({ release, version }: Plan): Dispatched => ({
  release,
  version,
  outcome: null,
  created: [],
  waiters: [],
  view: null,
  whole: null,
});

/** Whether an outcome leaves everything as it is stored. */
const isQuiet = (plan: Plan, { release, entries, comments, wakeAt }: Outcome): boolean =>
  release === plan.release && entries.length === 0 && comments.length === 0 && wakeAt === plan.wakeAt;

function remember({ plans }: Deciding, outcome: Outcome, saved: Saved, created: readonly Outcome[]): Dispatched {
  const release = saved.whole?.release ?? asStored(outcome.release);
  // hardly anybody asks anything of what is over
  if (isOver(release.status)) plans.drop(release.id);
  else plans.put({ release, version: saved.version, awaits: outcome.awaits, wakeAt: outcome.wakeAt });
  return { ...saved, release, outcome, created };
}

async function decideLocked(deciding: Deciding, asking: Asking, hint: Hint): Promise<Dispatched> {
  return await retrying(`release '${asking.id}'`, async () => {
    const decided = await deciding.database.transaction((connection) => decideIn(connection, deciding, asking, hint));
    if (decided.kind === 'quiet') return unchanged(decided.plan);
    crashPoint('after-commit');
    return remember(deciding, decided.outcome, decided.saved, decided.created);
  });
}

type DecidedIn =
  | { readonly kind: 'quiet'; readonly plan: Plan }
  | {
      readonly kind: 'saved';
      readonly outcome: Outcome;
      readonly created: readonly Outcome[];
      readonly saved: Saved;
    };

async function decideIn(connection: Connection, deciding: Deciding, asking: Asking, hint: Hint): Promise<DecidedIn> {
  const { id, input, shows, expected, key } = asking;
  const locked = await lockRelease(connection, id);
  if (locked === null) throw missing(id);
  requireVersion(id, expected, locked.version);
  const plan = await storedPlan(connection, deciding.plans, id, locked.version);
  if (plan === null) throw missing(id);
  const given = await prepared(deciding, connection, plan.release, input);
  const { folderId } = plan.release;
  const place = { folderId, now: locked.now, plans: deciding.plans };
  const known = hint.version === plan.version ? await widen(connection, hint.world, hint.wants, place) : hint.world;
  const decide = (world: World) => handle(plan.release, given, envAt(deciding, locked.now, world));
  const { outcome, created } = await decideFully(connection, place, decide, known);
  if (isQuiet(plan, outcome)) return { kind: 'quiet', plan };
  const [saved] = await settleAll(
    savePlan(connection, plan, outcome, { shows, key }),
    insertPlans(connection, created),
  );
  if (saved === null) throw new Error(`release '${id}' has changed under its lock`);
  crashPoint('inside-transaction');
  return { kind: 'saved', outcome, created, saved };
}
