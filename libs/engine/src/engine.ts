import type { Caller, CopyOrder, CreateOrder, Fact, Input, TemplateDraft } from '@slipway/domain';
import type { Database, Seal } from '@slipway/persistence';
import { createClock } from './clock.ts';
import { makeRelease, makeTemplate, makeTemplateLike } from './create.ts';
import { type Deciding, type Dispatched, decideOn } from './dispatch.ts';
import { createFollowers } from './follow.ts';
import { createPlans } from './plans.ts';
import { removeRelease } from './remove.ts';
import { createSerial } from './serial.ts';
import { type Swept, sweepOnce } from './sweep.ts';

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
  const { database, seal, automatedTypes = new Set<string>(), rememberedTasks = 100_000, onLost = () => {} } = options;
  const plans = createPlans(rememberedTasks);
  const deciding: Deciding = { database, seal, automatedTypes, plans, clock: createClock(database) };
  const serial = createSerial();
  const tell = (releaseId: string, fact: Fact) => dispatch(releaseId, { kind: 'fact', fact });
  const followers = createFollowers(database, tell, onLost);

  const dispatch = async (releaseId: string, input: Input, shows: string | null = null): Promise<Dispatched> => {
    const done = await serial.run(releaseId, () => decideOn(deciding, releaseId, input, shows));
    followers.follow(done);
    return done;
  };
  const making = async (made: Promise<Dispatched>): Promise<Dispatched> => {
    const done = await made;
    followers.follow(done);
    return done;
  };
  return {
    dispatch,
    createTemplate: (draft, folderId, caller) => making(makeTemplate(deciding, draft, folderId, caller)),
    copyTemplate: (templateId, order, caller) => making(makeTemplateLike(deciding, templateId, order, caller)),
    createRelease: (templateId, order, caller) => making(makeRelease(deciding, templateId, order, caller)),
    deleteRelease: async (releaseId, caller) => {
      const waiters = await serial.run(releaseId, () => removeRelease(deciding, releaseId, caller));
      followers.tell(waiters, { type: 'targetsChanged' });
    },
    sweep: () => sweepOnce(database, tell, onLost),
    settled: followers.settled,
  };
}
