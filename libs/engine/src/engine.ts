import type { Caller, CopyOrder, CreateOrder, Fact, Input, TemplateDraft } from '@slipway/domain';
import type { Database, Seal } from '@slipway/persistence';
import { createClock } from './clock.ts';
import { makeRelease, makeTemplate, makeTemplateLike } from './create.ts';
import { type Deciding, type Dispatched, decideOn } from './dispatch.ts';
import { createFollowers, type Followers } from './follow.ts';
import { createPlans } from './plans.ts';
import { removeRelease } from './remove.ts';
import { createSerial, type Serial } from './serial.ts';
import { type Swept, sweepOnce } from './sweep.ts';
import { changeUnder, hold, noTerms, type Terms } from './terms.ts';

/** Where the pure core meets the database: everything that changes a release goes through here. */
export interface Engine {
  /**
   * One input to one live release or template; `shows` is a task that the caller wants to see afterwards, and
   * mostly comes along. Throws what the core refuses with, NotFound, Overloaded.
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
  /** Looks once at everything that time or a lost message owes. */
  sweep(): Promise<Swept>;
  /** Waits until everything that follows from earlier calls is done: gates elsewhere that opened. */
  settled(): Promise<void>;
}

/** What the engine works with. */
export interface EngineOptions {
  readonly database: Database;
  readonly seal: Seal;
  /** task types that a script runner serves */
  readonly automatedTypes?: ReadonlySet<string>;
  /** how many tasks the remembered plans may have together */
  readonly rememberedTasks?: number;
  /** called when a release could not be told of something; the sweep will tell it */
  readonly onLost?: (error: unknown, releaseId: string) => void;
}

/** An engine over a database. Any number of processes may have one each. */
export function createEngine(options: EngineOptions): Engine {
  const { database, seal, automatedTypes = new Set<string>(), rememberedTasks = 25_000, onLost = () => {} } = options;
  const plans = createPlans(rememberedTasks);
  const deciding: Deciding = { database, seal, automatedTypes, plans, clock: createClock(database) };
  const serial = createSerial();
  const tell = (releaseId: string, fact: Fact) => base.dispatch(releaseId, { kind: 'fact', fact });
  const followers = createFollowers(database, tell, onLost);
  const rest: Untermed = {
    sweep: () => sweepOnce(database, tell, onLost),
    settled: followers.settled,
    under: (terms) => ({ ...rest, ...changesUnder({ deciding, serial, followers }, terms) }),
  };
  const base = rest.under(noTerms);
  return base;
}

type Untermed = Pick<Engine, 'sweep' | 'settled' | 'under'>;

interface Works {
  readonly deciding: Deciding;
  readonly serial: Serial;
  readonly followers: Followers;
}

/** Everything that changes something, on these terms. */
function changesUnder({ deciding, serial, followers }: Works, terms: Terms): Omit<Engine, keyof Untermed> {
  const held = hold(terms);
  const making = async (made: Promise<Dispatched>): Promise<Dispatched> => {
    const done = await made;
    held.taken(done.release.id, done.version);
    followers.follow(done);
    return done;
  };
  return {
    dispatch: async (id, input, shows = null) => {
      const done = await serial.run(id, () =>
        decideOn(deciding, { id, input, shows, expected: held.expected(id), key: held.key() }),
      );
      if (done.outcome !== null) held.taken(id, done.version);
      followers.follow(done);
      return done;
    },
    createTemplate: (draft, folderId, caller) => making(makeTemplate(deciding, draft, folderId, caller, held)),
    copyTemplate: (templateId, order, caller) => making(makeTemplateLike(deciding, templateId, order, caller, held)),
    createRelease: (templateId, order, caller) => making(makeRelease(deciding, templateId, order, caller, held)),
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
