import {
  type AutomatedTypes,
  type Caller,
  type CopyOrder,
  type CreateOrder,
  type Fact,
  type Input,
  noAutomatedTypes,
  type TemplateDraft,
} from '@slipway/domain';
import type { Database, Due, Seal, TriggerRun } from '@slipway/persistence';
import type { Queue } from '@slipway/queue';
import { type Deciding, type Dispatched, decideOn } from './commands/dispatch.ts';
import { changeUnder, hold, noTerms, type Terms } from './commands/request-terms.ts';
import { createSerial, type Serial } from './concurrency/key-queue.ts';
import { createPlans } from './decision/plan-cache.ts';
import { type Clock, createClock } from './environment/clock.ts';
import { kindOfInput, type Observer, unobserved } from './environment/observer.ts';
import { makeRelease, remember } from './flow/create-release.ts';
import { createFollowers, type Followers } from './flow/notify-waiters.ts';
import { type Arming, createArming, unarmed } from './flow/send-wakes.ts';
import { createSweep, type Swept } from './flow/sweep.ts';
import { createWaker } from './flow/wake.ts';
import { makeTemplate, makeTemplateLike } from './plans/create-template.ts';
import { removeRelease } from './plans/delete-release.ts';
import { offerScripts } from './scripts/send-scripts.ts';
import type { Firing } from './triggers/fire.ts';
import { fireByHand } from './triggers/fire-by-hand.ts';
import { type FiredCounts, fireAllDue, fireIfDue } from './triggers/fire-due.ts';
import { armTriggers } from './triggers/send-due-triggers.ts';
import { tellDeliveries, tellUntold } from './webhooks/tell-deliveries.ts';
import type { AskScripts, Telling } from './webhooks/telling.ts';

/** Where the pure core meets the database: everything that changes a release goes through here. */
export interface Engine {
  /**
   * One input to one live release or template; `shows` is the task, or that release itself, that the caller wants to
   * see afterwards, and mostly comes along. Throws what the core refuses with, NotFound, Overloaded.
   */
  dispatch(releaseId: string, input: Input, shows?: string | null): Promise<Dispatched>;
  /** Makes a template. Throws Invalid, Conflict, NotFound (no such folder). */
  createTemplate(draft: TemplateDraft, folderId: string, caller: Caller): Promise<Dispatched>;
  /** Makes a template like another one. Throws Invalid, NotFound. */
  copyTemplate(templateId: string, order: CopyOrder, caller: Caller): Promise<Dispatched>;
  /** Makes a release from a template. Throws Invalid, Forbidden, NotFound (no such template or folder). */
  createRelease(templateId: string, order: CreateOrder, caller: Caller): Promise<Dispatched>;
  /** Deletes a release or template. Throws Conflict while it is active, NotFound. */
  deleteRelease(releaseId: string, caller: Caller): Promise<void>;
  /**
   * Changes something that is no release, such as a folder, in one transaction with the key of the terms, if any.
   * Throws what the work throws, and Repeated.
   */
  change<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /**
   * The same engine for one request with terms: what cannot be done on them is not done, and fails with Outdated
   * or Repeated. A request of several steps expects at each what the one before has left.
   */
  under(terms: Terms): Engine;
  /** Fires a trigger by hand. Throws NotFound, and Conflict where no release was made; its ledger says why. */
  runTrigger(triggerId: string, caller: Caller): Promise<TriggerRun>;
  /**
   * Fires a trigger if its time has come, once however many look at it; answers whether it did. Throws what nobody
   * foresaw, after which the trigger waits a while.
   */
  fireTrigger(triggerId: string): Promise<boolean>;
  /** Fires every trigger whose time has come, each in a transaction of its own; `limit` of them at a time. */
  fireDue(limit?: number): Promise<FiredCounts>;
  /**
   * Tells the triggers that listen of webhook deliveries that one endpoint has accepted; each fires once for each,
   * however often it is told. Answers which of them want another turn. Throws what nobody foresaw, after which those
   * that it is about are told of again.
   */
  tellDeliveries(deliveryIds: readonly string[], ask: AskScripts): Promise<readonly string[]>;
  /** Tells of up to `limit` (200) deliveries that nobody has told of in time; answers how many there were. */
  tellUntold(ask: AskScripts, limit?: number): Promise<number>;
  /** Has the queue say at their moment which triggers fall due; answers how many messages were sent. */
  armTriggers(): Promise<number>;
  /**
   * Looks once at everything that time or a lost message owes; what is due for less than `graceMs` (0) is left to the
   * queue.
   */
  sweep(graceMs?: number): Promise<Swept>;
  /** Has the queue wake what falls due soon; answers how many messages that took. */
  arm(): Promise<number>;
  /** Hears from the queue that a moment of a release has come. Throws what dispatching throws. */
  heed(due: Due): Promise<void>;
  /** Waits until everything that follows from earlier calls is done: gates elsewhere that opened. */
  settled(): Promise<void>;
}

/** What the engine works with. */
export interface EngineOptions {
  readonly database: Database;
  readonly seal: Seal;
  /** the database's clock, where somebody else reads it too */
  readonly clock?: Clock;
  /** what wakes releases at their moment; without it the sweep does, later */
  readonly queue?: Pick<Queue, 'send' | 'sendMany'> | undefined;
  readonly observer?: Observer;
  /** task types that a script runner serves, as they are at this moment; without it those that are built in */
  readonly automatedTypes?: (() => AutomatedTypes) | undefined;
  /** how many bytes the remembered plans may take together */
  readonly rememberedBytes?: number;
  /** called when a release could not be told of something; the sweep will tell it */
  readonly onLost?: (error: unknown, releaseId: string) => void;
  /** called when a trigger could not be fired, or a task told of an event, for a reason that nobody foresaw; it is tried again */
  readonly onBroken?: (error: unknown, id: string) => void;
}

/** An engine over a database. Any number of processes may have one each. */
export function createEngine(options: EngineOptions): Engine {
  const { database, seal, automatedTypes = () => noAutomatedTypes, rememberedBytes, onLost = () => {} } = options;
  const plans = createPlans(rememberedBytes);
  const { clock = createClock(database), queue, observer = unobserved, onBroken = () => {} } = options;
  const deciding: Deciding = { database, seal, automatedTypes, plans, clock };
  const serial = createSerial();
  const tell = (releaseId: string, fact: Fact) => base.dispatch(releaseId, { kind: 'fact', fact });
  const followers = createFollowers(database, tell, onLost);
  const arming = queue === undefined ? unarmed : createArming(database, queue, clock);
  const waker = createWaker(clock, (id) => tell(id, { type: 'timePassed' }), observer);
  const sweep = createSweep({
    database,
    wake: (due) => waker.wake(due, 'sweep'),
    tell: (id) => tell(id, { type: 'targetsChanged' }),
    report: onLost,
  });
  const after = afterwards(followers, arming, queue);
  const onFired = ({ run, made }: Firing): void => {
    const { outcome, scheduledAt, firedAt } = run;
    const stored = Math.max(firedAt, clock.estimate() ?? firedAt);
    observer.fired(outcome, scheduledAt === null ? null : stored - scheduledAt);
    if (made === null) return;
    remember(deciding, made);
    after(made);
  };
  const told = { deciding, onFired, report: onBroken };
  const telling = (ask: AskScripts): Telling => ({ ...told, ask, dispatch: base.dispatch });
  const rest: Untermed = {
    fireTrigger: async (id) => {
      const batch = await fireIfDue(deciding, id);
      for (const firing of batch?.firings ?? []) onFired(firing);
      return batch !== null;
    },
    fireDue: (limit = 200) => fireAllDue(deciding, limit, onFired, onBroken),
    tellDeliveries: (ids, ask) => tellDeliveries(telling(ask), ids),
    tellUntold: (ask, limit = 200) => tellUntold(telling(ask), limit),
    armTriggers: () => armTriggers(database, queue, clock),
    sweep: (graceMs = 0) => sweep(graceMs),
    arm: arming.look,
    heed: waker.heed,
    settled: followers.settled,
    under: (terms) => ({ ...rest, ...changesUnder({ deciding, serial, followers, after, observer }, terms) }),
  };
  const base = rest.under(noTerms);
  return base;
}

/** Tells how long a decision took, waiting for others on the same release included, and that it was refused. */
async function observed(observer: Observer, input: Input, deciding: Promise<Dispatched>): Promise<Dispatched> {
  const began = performance.now();
  try {
    const done = await deciding;
    observer.dispatched(kindOfInput(input), performance.now() - began);
    return done;
  } catch (error) {
    observer.refused(error);
    throw error;
  }
}

type Untermed = Pick<
  Engine,
  | 'fireTrigger'
  | 'fireDue'
  | 'tellDeliveries'
  | 'tellUntold'
  | 'armTriggers'
  | 'sweep'
  | 'arm'
  | 'heed'
  | 'settled'
  | 'under'
>;

/** What follows from a commit: others are told, and what comes of it soon goes to the queue. */
const afterwards =
  (followers: Followers, arming: Arming, queue: EngineOptions['queue']) =>
  (done: Dispatched): void => {
    followers.follow(done);
    for (const outcome of [done.outcome, ...done.created]) {
      if (outcome === null) continue;
      arming.nudge(outcome.release.id, outcome.wakeAt);
      if (queue !== undefined) offerScripts(queue, outcome);
    }
  };

interface Works {
  readonly deciding: Deciding;
  readonly serial: Serial;
  readonly followers: Followers;
  readonly after: (done: Dispatched) => void;
  readonly observer: Observer;
}

/** Everything that changes something, on these terms. */
function changesUnder(
  { deciding, serial, followers, after, observer }: Works,
  terms: Terms,
): Omit<Engine, keyof Untermed> {
  const held = hold(terms);
  const making = async (made: Promise<Dispatched>): Promise<Dispatched> => {
    const done = await made;
    held.taken(done.release.id, done.version);
    after(done);
    return done;
  };
  return {
    dispatch: async (id, input, shows = null) => {
      const asked = () => decideOn(deciding, { id, input, shows, expected: held.expected(id), key: held.key() });
      const done = await observed(observer, input, serial.run(id, asked));
      if (done.outcome !== null) held.taken(id, done.version);
      after(done);
      return done;
    },
    createTemplate: (draft, folderId, caller) => making(makeTemplate(deciding, draft, folderId, caller, held)),
    copyTemplate: (templateId, order, caller) => making(makeTemplateLike(deciding, templateId, order, caller, held)),
    createRelease: (templateId, order, caller) => making(makeRelease(deciding, templateId, order, caller, held)),
    runTrigger: async (id, caller) => {
      const { run, made } = await fireByHand(deciding, id, caller, held.key());
      if (made !== null) await making(Promise.resolve(made));
      return run;
    },
    deleteRelease: async (id, caller) => {
      const waiters = await serial.run(id, () => removeRelease(deciding, id, caller, held.expected(id)));
      followers.tell(waiters, { type: 'targetsChanged' });
    },
    change: async (work) => {
      const done = await changeUnder(deciding.database, held.key(), work);
      held.kept();
      return done;
    },
  };
}
