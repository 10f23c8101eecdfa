import type { Fact } from '@slipway/domain/commands';
import { type AutomatedTypes, noAutomatedTypes } from '@slipway/domain/model';
import type { Database } from '@slipway/persistence/database';
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

/** Where the pure core meets the database: everything that changes a release goes through here. */
export interface Engine extends Changes, BackgroundWork {
  /** who people are, and what they may */
  readonly access: Access;
  /**
   * Runs work with several changes in one transaction: all of them or none. Consequences run after the commit. With
   * `undo`, all changes are rolled back at the end, for a dry run. Throws the error of the work, DuplicateRequest.
   */
  transaction<T>(work: (context: TransactionContext) => Promise<T>, ending?: TransactionEnd): Promise<T>;
  /**
   * The same engine with the preconditions of one request. A change that does not meet them throws PreconditionFailed or
   * DuplicateRequest. In a request of several steps, each expects the version of the step before.
   */
  withPreconditions(preconditions: Preconditions): Engine;
}

export interface EngineOptions {
  readonly database: Database;
  readonly seal: Seal;
  /** The clock of the database, if another component reads it too. */
  readonly clock?: Clock;
  /** what wakes releases at their moment; without it the sweep does, later */
  readonly queue?: Pick<Queue, 'send' | 'sendMany'> | undefined;
  readonly observer?: Observer;
  /** task types that a script runner serves, as they are at this moment; without it those that are built in */
  readonly automatedTypes?: (() => AutomatedTypes) | undefined;
  /** External login is enabled: unknown user names are accepted. */
  readonly outsideLogin?: boolean | undefined;
  /** how many bytes the cached plans may take together */
  readonly planCacheBytes?: number;
  /** called when a release could not be notified of something; the sweep will do so */
  readonly onLost?: (error: unknown, releaseId: string) => void;
  /** called when a trigger could not be fired, or a task answered, for an unexpected reason; it is tried again */
  readonly onBroken?: (error: unknown, id: string) => void;
}

/** An engine over a database. Any number of processes may have one each. */
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
  const onFired = ({ run, made: created }: Firing): void => {
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
    risk: createRiskCache(),
    clock: options.clock ?? createClock(database),
    outsideLogin,
    authors: createAuthorPermissions(),
  };
}

/** The consequences of a commit: waiting gates are notified, and near wakes are queued. */
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
