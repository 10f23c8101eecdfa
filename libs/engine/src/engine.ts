import type { Fact } from '@slipway/domain/commands';
import { type AutomatedTypes, noAutomatedTypes } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
import { createSaveQueue } from '@slipway/persistence/plans';
import type { Seal } from '@slipway/persistence/secrets';
import type { Queue } from '@slipway/queue';
import { type BackgroundWork, createBackgroundWork } from './background.ts';
import { type Changes, createChanges, createKeyLocks } from './changes.ts';
import type { DispatchResult } from './commands/dispatch-result.ts';
import { noPreconditions, type Preconditions } from './commands/preconditions.ts';
import type { EngineContext } from './decision/engine-context.ts';
import { createPlanCache } from './decision/plan-cache.ts';
import { type Clock, createClock } from './environment/clock.ts';
import { noObserver, type Observer } from './environment/observer.ts';
import { cachePlan } from './flow/create-release.ts';
import { createNotifier, type Notifier } from './flow/notify-waiters.ts';
import { createWakeSender, noWakeSender, sendScripts, type WakeSender } from './flow/send-messages.ts';
import { createSweep } from './flow/sweep.ts';
import { createWaker } from './flow/wake.ts';
import { type Access, createAccess } from './people/access.ts';
import { createAuthorPermissions } from './people/author-permissions.ts';
import { createRiskCache, recalculateOutdated } from './risk/risk-cache.ts';
import { type TransactionContext, type TransactionEnd, transaction } from './transaction.ts';
import type { Firing } from './triggers/firing.ts';

/** The connection between the domain and the database. All changes of releases use it. */
export interface Engine extends Changes, BackgroundWork {
  /** the users and their permissions */
  readonly access: Access;
  /**
   * Runs work with several changes in one transaction. Consequences run after the commit. With `undo`, all changes are
   * rolled back at the end, for a dry run. Throws the errors of the work, and DuplicateRequest.
   */
  transaction<T>(work: (context: TransactionContext) => Promise<T>, ending?: TransactionEnd): Promise<T>;
  /**
   * Returns the same engine with the preconditions of one request. A change that does not meet them throws
   * PreconditionFailed or DuplicateRequest. In a request of several steps, each step expects the version that the step
   * before has saved.
   */
  withPreconditions(preconditions: Preconditions): Engine;
}

export interface EngineOptions {
  readonly database: Database;
  readonly seal: Seal;
  /** The clock of the database, if the caller shares one. */
  readonly clock?: Clock;
  /** the queue for wakes at the due time; without it, the sweep wakes releases later */
  readonly queue?: Pick<Queue, 'send' | 'sendMany'> | undefined;
  readonly observer?: Observer;
  /** the task types that the script runner currently supports; by default the built-in types */
  readonly automatedTypes?: (() => AutomatedTypes) | undefined;
  /** External login is enabled: unknown user names are accepted. */
  readonly outsideLogin?: boolean | undefined;
  /** the maximum size of all cached plans, in bytes */
  readonly planCacheBytes?: number;
  /** called if a release could not be notified; the sweep notifies it later */
  readonly onLost?: (error: unknown, releaseId: string) => void;
  /** called after an unexpected error of a trigger or task, which is retried later */
  readonly onBroken?: (error: unknown, id: string) => void;
}

/** Creates an engine on a database. Any number of processes can have one. */
export function createEngine(options: EngineOptions): Engine {
  const { database, queue, observer = noObserver, onLost = () => {}, onBroken = () => {} } = options;
  const context = createContext(options);
  const { clock, risk } = context;
  const dispatchFact = (id: string, fact: Fact) => changes.dispatch(id, { kind: 'fact', fact });
  const notifier = createNotifier(database, dispatchFact, onLost);
  const wakes = queue === undefined ? noWakeSender : createWakeSender(database, queue, clock);
  const dispatchTimePassed = (id: string) => dispatchFact(id, { type: 'timePassed' });
  const waker = createWaker({ database, clock, dispatch: dispatchTimePassed, observer });
  const sweep = createSweep({
    database,
    decideAgain: dispatchTimePassed,
    wake: (due) => waker.wake(due, 'sweep'),
    notify: (id) => dispatchFact(id, { type: 'targetsChanged' }),
    followProfiles: (decideAgain, maxDurationMs) => recalculateOutdated({ database, risk, decideAgain }, maxDurationMs),
    report: onLost,
  });
  const onCommitted = afterCommit(notifier, wakes, queue);
  const onFired = ({ run, created }: Firing): void => {
    const { outcome, scheduledAt, firedAt } = run;
    const storedAt = Math.max(firedAt, clock.estimate() ?? firedAt);
    observer.fired(outcome, scheduledAt === null ? null : storedAt - scheduledAt);
    if (created === null) return;
    cachePlan(context, created);
    onCommitted(created);
  };
  const changing = { context, queue: createKeyLocks(), notifier, onCommitted, observer };
  const changes = createChanges(changing, noPreconditions);
  const { dispatch } = changes;
  const background = createBackgroundWork({
    context,
    queue,
    notifier,
    wakes,
    waker,
    sweep,
    dispatch,
    onFired,
    report: onBroken,
  });
  const access = createAccess(database);
  const withPreconditions = (preconditions: Preconditions): Engine => ({
    ...background,
    ...createChanges(changing, preconditions),
    access,
    transaction: (work, ending = 'keep') => transaction(changing, preconditions, work, ending),
    withPreconditions,
  });
  return withPreconditions(noPreconditions);
}

function createContext(options: EngineOptions): EngineContext {
  const { database, seal, automatedTypes = () => noAutomatedTypes, planCacheBytes, outsideLogin = false } = options;
  return {
    database,
    seal,
    automatedTypes,
    plans: createPlanCache(planCacheBytes),
    savePlan: createSaveQueue(database),
    risk: createRiskCache(),
    clock: options.clock ?? createClock(database),
    outsideLogin,
    authors: createAuthorPermissions(),
  };
}

/** Handles the consequences of a commit: notifies waiting gates, and queues wakes that are due soon. */
const afterCommit =
  (notifier: Notifier, wakes: WakeSender, queue: EngineOptions['queue']) =>
  (result: DispatchResult): void => {
    notifier.notifyWaiters(result);
    for (const outcome of [result.outcome, ...result.created]) {
      if (outcome === null) continue;
      wakes.sendIfNear(outcome.release.id, outcome.wakeAt);
      if (queue !== undefined) sendScripts(queue, outcome);
    }
  };
