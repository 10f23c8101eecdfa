import { randomUUID } from 'node:crypto';
import type { Engine } from '@slipway/engine';
import { beginEra, type Database, lookAtChanges, type PlanChange, type Seen } from '@slipway/persistence';
import { keptMs, type Position, sinceAll } from './event-id.ts';
import { tellAll } from './tell-all.ts';
import { foundIn } from './telling.ts';
import { subjectsOf, type Watcher, type Watchers } from './watchers.ts';

interface Given {
  readonly database: Database;
  readonly engine: Pick<Engine, 'access'>;
  readonly watchers: Watchers;
  /** Receives the duration of a poll, in milliseconds. */
  readonly looked: (ms: number) => void;
}

/** Polls for changes, and notifies the streams. */
export interface Looks {
  /** One poll, with its notifications. New streams receive the present state. */
  look(): Promise<void>;
  /** The last stream has ended: the next poll starts without a position. */
  forget(): void;
}

/** Every this number of polls, all watched objects are read, changed or not, and all logins are validated. */
const wholeEvery = 30;
/** Makes them; any look that fails is made again from where the one before has ended. */
export function createLooks({ database, engine, watchers, looked }: Given): Looks {
  let known: Position | null = null;
  let count = 0;

  async function seenBy(subjects: Iterable<Watcher>, since: string | null): Promise<Seen> {
    const began = performance.now();
    const seen = await lookAtChanges(database, { since, tasks: watchers.tasks(), ...subjectsOf(subjects) });
    looked(performance.now() - began);
    return seen;
  }
  async function look(): Promise<void> {
    const joined = [...watchers.all].filter(({ hasBegun }) => !hasBegun);
    const missed = await missedBy(database, joined);
    const before = known;
    const isTime = before === null || count % wholeEvery === 0;
    count += 1;
    const first = await seenBy(isTime ? watchers.all : joined, before?.until ?? missed.until);
    const anew = before !== null && isAnother(before, first);
    const seen = anew && !isTime ? await seenBy(watchers.all, before.until) : first;
    const position = { era: await eraOf(database, seen), at: seen.at, until: seen.until, grants: seen.grants };
    const told = {
      found: foundIn(seen),
      position,
      whole: isTime || anew,
      anew,
      missed: missed.changes,
      joined: new Set(joined),
    };
    await tellAll(told, { watchers, access: engine.access });
    known = position;
  }
  return {
    look,
    forget: () => {
      known = null;
      count = 0;
    },
  };
}

/** What those who come back may have missed, and up to where; null: it is not known. */
interface Missed {
  readonly changes: readonly PlanChange[] | null;
  readonly until: string | null;
}

/** One look for all who come back. */
async function missedBy(database: Database, joined: readonly Watcher[]): Promise<Missed> {
  const after = joined.flatMap((each) => each.after ?? []);
  if (after.length === 0) return { changes: null, until: null };
  return await lookAtChanges(database, { since: sinceAll(after), ...nothing });
}

async function eraOf(database: Database, { era }: Seen): Promise<string> {
  if (era !== null) return era;
  const name = randomUUID();
  await beginEra(database, name);
  return name;
}

const nothing = {
  tasks: [],
  anyway: { releases: [], tasks: [] },
  logins: { sessions: [], tokens: [], usernames: [] },
};

/** Whether changes may have been missed, or permissions may have changed. */
const isAnother = (before: Position, { changes, era, at, grants }: Seen): boolean =>
  changes === null || era !== before.era || at - before.at > keptMs || grants !== before.grants;
